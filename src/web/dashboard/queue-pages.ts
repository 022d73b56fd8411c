import { useEffect, useState } from 'preact/hooks';
import type { SessionsReply } from '../../wire/admin.ts';
import type { ListedSession, SessionStatus } from '../../domain/records/session.ts';
import { adminApi } from '../ui/admin-api.ts';
import { sentenceOf } from '../ui/request.ts';
import { sessionsWithPath } from './addresses.ts';
import { useLive } from '../ui/live.ts';

/** The most pages of a queue, with 200 conversations each. */
const MAX_PAGES = 20;

/**
 * All conversations with a status. The service sorts the newest first, so the longest waiting ones are on the
 * last page. Further pages are fetched whenever the first page has changed.
 */
export function useQueuePages(status: SessionStatus, isWanted = true) {
  const live = useLive<SessionsReply>(isWanted ? sessionsWithPath(status) : undefined);
  const { data } = live;
  const [further, setFurther] = useState<{ rows: ListedSession[]; problem?: string }>({
    rows: [],
  });
  useEffect(() => {
    const stop = new AbortController();
    async function load(first: SessionsReply): Promise<void> {
      const rows: ListedSession[] = [];
      let cursor = first.nextCursor;
      try {
        for (let page = 1; cursor !== undefined && page < MAX_PAGES; page++) {
          const next: SessionsReply = await adminApi.get(sessionsWithPath(status, cursor), stop);
          rows.push(...next.sessions);
          cursor = next.nextCursor;
        }
        if (!stop.signal.aborted) setFurther({ rows });
      } catch (thrown) {
        if (!stop.signal.aborted) setFurther((now) => ({ rows: now.rows, problem: sentenceOf(thrown) }));
      }
    }
    if (data?.nextCursor !== undefined) void load(data);
    else setFurther((now) => (now.rows.length === 0 && now.problem === undefined ? now : { rows: [] }));
    return () => stop.abort();
  }, [data]);
  const first = data?.sessions ?? [];
  const known = new Set(first.map(({ sessionId }) => sessionId));
  return {
    live,
    /** Why further pages could not be loaded. */
    problem: further.problem,
    sessions: data && [...first, ...further.rows.filter(({ sessionId }) => !known.has(sessionId))],
  };
}
