import { MessagesSquare } from 'lucide-static';
import type { SessionsReply } from '../../../wire/admin.ts';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../live.ts';
import { Empty, ErrorNotice } from '../../ui/notice.tsx';
import { SessionTable, type SortBy } from '../parts/session-table.tsx';
import { go, href } from '../../ui/router.ts';

const ROWS = 10;

/** The conversations of the last 24 hours, by cost or time. */
export function TopSessions({ query }: { query: URLSearchParams }) {
  const sortBy: SortBy = query.get('sort') === 'recent' ? 'recent' : 'cost';
  const { data, problem, refresh } = useLive<SessionsReply>(
    apiPath('sessions', { sortBy, window: '24h', limit: ROWS }),
  );
  const sort = (by: SortBy) => go(href([], { ...Object.fromEntries(query), sort: by }), { replace: true });
  return (
    <section class="list" aria-labelledby="top-title">
      <header>
        <h2 id="top-title">Top sessions (24h)</h2>
        <a href={href(['conversations'])}>All conversations</a>
      </header>
      {problem && !data ? (
        <ErrorNotice sentence={problem.message} onRetry={() => void refresh()} />
      ) : data?.sessions.length === 0 ? (
        <Empty icon={MessagesSquare} title="No conversations in the last 24 hours">
          <p>
            Conversations appear here when visitors send messages.{' '}
            <a href="#/settings/embed">View installation</a>
          </p>
        </Empty>
      ) : (
        <SessionTable
          label="Top sessions of the last 24 hours"
          sessions={data?.sessions}
          sortBy={sortBy}
          onSort={sort}
          expected={ROWS}
        />
      )}
    </section>
  );
}
