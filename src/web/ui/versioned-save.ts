import { useState } from 'preact/hooks';
import { Problem } from './request.ts';

/** The codes by which the service refuses a change that is based on an older version. */
const OUTDATED = new Set(['precondition-failed', 'edit-conflict']);

/** The state of saving, and the action. */
export interface VersionedSave {
  saving: boolean;
  /** The number of saves so far. */
  saves: number;
  /** Why saving failed, other than because of a newer version. */
  problem: Problem | undefined;
  /** Sends a change; where the service has a newer version, `onOutdated` loads it. */
  save(send: () => Promise<void>): Promise<void>;
  /** Forgets the problem. */
  reset(): void;
}

/** Saves changes that are based on a version (RFC 9110 §13.1.1): none is written over another unseen. */
export function useVersionedSave(onOutdated: () => Promise<void>): VersionedSave {
  const [{ saving = false, problem }, setState] = useState<{ saving?: boolean; problem?: Problem }>({});
  const [saves, setSaves] = useState(0);

  return {
    saving,
    saves,
    problem,
    async save(send) {
      setState({ saving: true });
      setSaves((count) => count + 1);
      try {
        await send();
        setState({});
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
        const isOutdated = OUTDATED.has(thrown.code);
        if (isOutdated) await onOutdated();
        setState(isOutdated ? {} : { problem: thrown });
      }
    },
    reset: () => setState({}),
  };
}
