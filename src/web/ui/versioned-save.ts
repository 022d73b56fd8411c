import { useState } from 'preact/hooks';
import { Problem } from './request.ts';

/** Error codes for a change that is based on an outdated version. */
const OUTDATED = new Set(['precondition-failed', 'edit-conflict']);

/** Saves changes on condition of their version (RFC 9110 §13.1.1), so that no other change is overwritten. */
export function useVersionedSave(onOutdated: () => Promise<void>) {
  const [{ saving = false, problem }, setState] = useState<{ saving?: boolean; problem?: Problem }>({});
  const [saves, setSaves] = useState(0);

  return {
    saving,
    saves,
    /** The reason why saving failed; undefined for a version conflict. */
    problem,
    /** Sends a change. After a version conflict `onOutdated` loads the newer version. */
    async save(send: () => Promise<void>) {
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
    /** Clears the problem. */
    reset: () => setState({}),
  };
}
