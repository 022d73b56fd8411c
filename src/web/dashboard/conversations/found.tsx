import { More } from '../../ui/paging.tsx';
import { useSearch } from './use-search.ts';
import { FoundMessages, messageCount } from './found-messages.tsx';
import { FoundPeople } from './found-people.tsx';
import { filterCount, filterParameters } from './list-query.ts';
import { Rows, type ListProps } from './rows.tsx';

/** The results for a text: persons, their conversations, and messages. */
export function Found({ text, chosen, list, choose }: ListProps & { text: string }) {
  const { sessions = [], paging, live } = list;
  const search = useSearch(text, filterParameters(chosen) ?? {});
  const { found, searching } = search;
  return (
    <>
      <p class="unseen" role="status">
        {!searching && found && messageCount(found)}
      </p>
      <FoundPeople text={text} />
      {sessions.length > 0 && (
        <section class="list" aria-labelledby="found-conversations">
          <header>
            <h2 id="found-conversations">Conversations of these visitors</h2>
          </header>
          <Rows {...{ chosen, sessions, choose }} />
          <More paging={paging} />
        </section>
      )}
      <FoundMessages
        search={search}
        hasConversations={sessions.length > 0 || live.data === undefined}
        hasFilters={filterCount(chosen) > 0}
      />
    </>
  );
}
