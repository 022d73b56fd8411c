import { MessagesSquare } from 'lucide-static';
import { Choice } from '../../ui/choice.tsx';
import { Empty } from '../../ui/notice.tsx';
import { More } from '../../ui/paging.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { SessionTable } from '../parts/session-table.tsx';
import { STATUS_NAMES } from '../../ui/status.tsx';
import { TagFilter } from '../../ui/tags.tsx';
import { go, href } from '../../ui/router.ts';
import type { TagsReply } from '../../../wire/tags.ts';
import { useLive } from '../../ui/live.ts';
import { TAGS_PATH, type SessionQuery } from '../addresses.ts';
import { LIST_WINDOWS, sessionQueryOf, STATUSES } from '../queries.ts';
import { useSessionPages } from '../session-pages.ts';
import { Head } from './head.tsx';

const STATUS_CHOICES: readonly (readonly [SessionQuery['status'], string])[] = [
  ['', 'All'],
  ...STATUSES.map((status) => [status, STATUS_NAMES[status]] as const),
];

/** All conversations by time or cost, with filters. */
export function Conversations({ query }: { query: URLSearchParams }) {
  const chosen = sessionQueryOf(query);
  const { live, paging, sessions } = useSessionPages(chosen);
  const tags = useLive<TagsReply>(TAGS_PATH).data?.tags;
  const choose = (part: Partial<SessionQuery>) =>
    go(href(['conversations'], { ...chosen, ...part }), { replace: true });

  return (
    <div class="view">
      <Head title="Conversations" live={live}>
        <Choice
          label="Time"
          options={LIST_WINDOWS}
          value={chosen.window}
          onChoose={(window) => choose({ window })}
        />
      </Head>
      <div class="filters">
        <Choice
          label="Status"
          options={STATUS_CHOICES}
          value={chosen.status}
          onChoose={(status) => choose({ status })}
        />
        <TagFilter all={tags} value={chosen.tag} onChoose={(tag) => choose({ tag })} />
      </div>
      <Loaded live={live}>
        {sessions?.length === 0 ? (
          <NoConversations filtered={chosen.status !== '' || chosen.tag !== '' || chosen.window !== 'all'} />
        ) : (
          <SessionTable
            label="Conversations"
            sessions={sessions}
            tags={tags}
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
        Choose another status or tag, or a longer time, or{' '}
        <a href={href(['conversations'])}>see all conversations</a>.
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
