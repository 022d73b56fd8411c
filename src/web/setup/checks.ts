import { useCallback, useEffect, useState } from 'preact/hooks';
import type { CollabChecks } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { apiPath, sentenceOf } from '../ui/request.ts';

/** The polling interval, while an admin works in another window. */
const EVERY_MS = 10_000;

export interface Checks {
  /** Undefined until the first check. */
  found?: CollabChecks;
  problem?: string;
  look(): Promise<void>;
}

/** The service's checks of the setup, polled while the page is visible. */
export function useChecks(): Checks {
  const [state, setState] = useState<Omit<Checks, 'look'>>({});
  const look = useCallback(async () => {
    try {
      setState({ found: await adminApi.get<CollabChecks>(apiPath('collab-setup/checks')) });
    } catch (thrown) {
      setState((before) => ({ ...before, problem: sentenceOf(thrown) }));
    }
  }, []);
  useEffect(() => {
    const lookIfSeen = () => {
      if (!document.hidden) void look();
    };
    lookIfSeen();
    const timer = setInterval(lookIfSeen, EVERY_MS);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [look]);
  return { ...state, look };
}
