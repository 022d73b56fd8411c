import { useCallback, useEffect, useState } from 'preact/hooks';
import type { CollabChecks } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { apiPath, sentenceOf } from '../ui/request.ts';

/** How often the page looks by itself, while an admin works in another window. */
const EVERY_MS = 10_000;

export interface Checks {
  /** Undefined until the first look. */
  found?: CollabChecks;
  problem?: string;
  look(): Promise<void>;
}

/** What the service finds of the set-up, looked at again and again while the page is in view. */
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
