import { MessagesSquare } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import { adminApi } from '../../ui/admin-api.ts';
import { reportFile } from '../../ui/closed-chats/report-query.ts';
import { DownloadCsv } from '../../ui/download.tsx';
import { Empty } from '../../ui/notice.tsx';
import { More } from '../../ui/paging.tsx';
import { routeNow } from '../../ui/route.ts';
import { go, href } from '../../ui/router.ts';
import { Filters } from './filters.tsx';
import {
  filterCount,
  filterParameters,
  listParameters,
  listQueryOf,
  urlOf,
  type ListQuery,
} from './list-query.ts';
import { Rows, type ListProps } from './rows.tsx';
import { RunningErasures } from './running-erasures.tsx';
import { SearchField } from './search-field.tsx';
import { useList } from './use-list.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Head } from '../parts/head.tsx';

const Found = lazyComponent(async () => (await import('../on-demand.ts')).Found);

/** The pause in typing before visitors are looked up, in milliseconds. */
const PAUSE_MS = 300;

/** All conversations, with filters and a search for words and visitors. */
export function Conversations({ query }: { query: URLSearchParams }) {
  const chosen = listQueryOf(query);
  const text = usePaused(chosen.q);
  const list = useList(listParameters(chosen, text));
  const results = useRef<HTMLDivElement>(null);
  const choose = (part: Partial<ListQuery>) =>
    go(href(['conversations'], urlOf({ ...listQueryOf(routeNow().query), ...part })), { replace: true });
  const onUp = (event: KeyboardEvent) => {
    const first = results.current?.querySelector('.row-link');
    if (event.key !== 'ArrowUp' || event.target !== first) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('.search-field input')?.focus();
  };
  const closed = chosen.status === 'closed' ? closedParameters(chosen) : undefined;
  return (
    <div class="view">
      <Head title="Conversations" live={list.live}>
        {closed && <DownloadCsv name="closed-chats.csv" load={() => reportFile(adminApi, closed)} />}
      </Head>
      <SearchField
        text={chosen.q}
        onType={(q) => choose({ q })}
        onDown={() => results.current?.querySelector<HTMLElement>('.row-link')?.focus()}
      />
      <Filters chosen={chosen} onChoose={choose} />
      <RunningErasures />
      <div ref={results} onKeyDown={onUp}>
        {text === '' ? (
          <List {...{ chosen, list, choose }} />
        ) : (
          <Found.Component key={text} {...{ text, chosen, list, choose }} />
        )}
      </div>
    </div>
  );
}

/** The filters of the closed-chats report; undefined while the days are invalid. */
function closedParameters(chosen: ListQuery) {
  const parameters = filterParameters(chosen);
  if (!parameters) return undefined;
  const { status: _status, ...filters } = parameters;
  return { ...filters, order: chosen.order };
}

function List({ chosen, list: { live, paging, sessions }, choose }: ListProps) {
  if (!listParameters(chosen, '')) return <p class="quiet">Enter a first day and a last day after it.</p>;
  return (
    <>
      <Loaded live={live}>
        {sessions?.length === 0 ? (
          <NoConversations filtered={filterCount(chosen) > 0} />
        ) : (
          <Rows {...{ chosen, sessions, choose }} />
        )}
      </Loaded>
      <More paging={paging} />
    </>
  );
}

/** The value when it has not changed for a moment; an empty text applies immediately. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : paused;
}

function NoConversations({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Empty icon={MessagesSquare} title="No conversations found">
      <p>
        Choose fewer filters or a longer time, or <a href={href(['conversations'])}>see all conversations</a>.
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
