import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionRow, SessionsReply } from '../../wire/admin.ts';
import { adminApi } from '../ui/admin-api.ts';
import { apiPath, Problem } from '../ui/request.ts';
import { useLive } from './live.ts';
import type { SortBy } from './parts/session-table.tsx';
import { merged } from './session-merge.ts';

const PAGE = 50;

export interface SessionQuery {
  sortBy: SortBy;
  window: string;
  status: string;
}

interface Further {
  sessions: readonly SessionRow[];
  cursor: string | undefined;
}

/**
 * A list of conversations that grows at its end by request, while its beginning stays up to date. A further page is kept
 * as it was when it came; of its rows, those count that the newest first page does not hold itself.
 */
export function useSessionPages(query: SessionQuery) {
  const path = apiPath('sessions', { ...query, limit: PAGE });
  const live = useLive<SessionsReply>(path);
  const [further, setFurther] = useState<Further>();
  const [more, setMore] = useState<{ running?: boolean; problem?: string }>({});
  const current = useRef(path);

  useEffect(() => {
    current.current = path;
    setFurther(undefined);
    setMore({});
  }, [path]);

  const cursor = further ? further.cursor : live.data?.nextCursor;
  const loadMore = async () => {
    if (cursor === undefined) return;
    setMore({ running: true });
    try {
      const next = await adminApi.get<SessionsReply>(apiPath('sessions', { ...query, limit: PAGE, cursor }));
      if (current.current !== path) return;
      // What has slipped out of the first page since is between it and the next one.
      const first = live.data?.sessions ?? [];
      const known = further?.sessions ?? first;
      setFurther({ sessions: [...known, ...next.sessions], cursor: next.nextCursor });
      setMore({});
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      setMore({ problem: thrown.message });
    }
  };

  return {
    live,
    sessions: live.data && merged(live.data.sessions, further?.sessions ?? [], query.sortBy),
    hasMore: cursor !== undefined,
    loadMore,
    more,
  };
}
