import { MessagesSquare } from 'lucide-static';
import { Choice } from '../../ui/choice.tsx';
import { Empty } from '../../ui/notice.tsx';
import { More } from '../../ui/paging.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { SessionTable } from '../parts/session-table.tsx';
import { STATUS_NAMES } from '../../ui/status.tsx';
import { go, href } from '../../ui/router.ts';
import { useSessionPages, type SessionQuery } from '../session-pages.ts';
import { Head } from './head.tsx';

const STATUSES = [
  ['', 'All'],
  ['human_requested', STATUS_NAMES.human_requested],
  ['claimed', STATUS_NAMES.claimed],
  ['open', STATUS_NAMES.open],
  ['closed', STATUS_NAMES.closed],
] as const;
const TIMES = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['all', 'All time'],
] as const;

/** All conversations, by time or cost, filtered by status and window. */
export function Conversations({ query }: { query: URLSearchParams }) {
  const chosen: SessionQuery = {
    sortBy: query.get('sortBy') === 'cost' ? 'cost' : 'recent',
    window: TIMES.find(([time]) => time === query.get('window'))?.[0] ?? 'all',
    status: STATUSES.find(([status]) => status === query.get('status'))?.[0] ?? '',
  };
  const { live, paging, sessions } = useSessionPages(chosen);
  const choose = (part: Partial<SessionQuery>) =>
    go(href(['conversations'], { ...chosen, ...part }), { replace: true });

  return (
    <div class="view">
      <Head title="Conversations" live={live}>
        <Choice
          label="Time"
          options={TIMES}
          value={chosen.window}
          onChoose={(window) => choose({ window })}
        />
      </Head>
      <div class="filters">
        <Choice
          label="Status"
          options={STATUSES}
          value={chosen.status}
          onChoose={(status) => choose({ status })}
        />
      </div>
      <Loaded live={live}>
        {sessions?.length === 0 ? (
          <NoConversations filtered={chosen.status !== '' || chosen.window !== 'all'} />
        ) : (
          <SessionTable
            label="Conversations"
            sessions={sessions}
            sortBy={chosen.sortBy}
            onSort={(sortBy) => choose({ sortBy })}
            expected={12}
          />
        )}
      </Loaded>
      <More paging={paging} />
    </div>
  );
}

function NoConversations({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Empty icon={MessagesSquare} title="No conversations found">
      <p>
        Choose another status or a longer time, or <a href={href(['conversations'])}>see all conversations</a>
        .
      </p>
    </Empty>
  ) : (
    <Empty icon={MessagesSquare} title="No conversations yet">
      <p>
        Add <a href="#/settings/embed">the tag</a> to your site and ask a question.
      </p>
    </Empty>
  );
}
