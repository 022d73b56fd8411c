import { Archive } from 'lucide-static';
import { useEffect, useId, useState } from 'preact/hooks';
import { DownloadCsv } from '../download.tsx';
import type { Tag } from '../../../conversations/records/tag.ts';
import type { ClosedChat } from '../../../conversations/records/closed-chat.ts';
import { formatCount } from '../format.ts';
import { Empty } from '../notice.tsx';
import { More, type Paging } from '../paging.tsx';
import { type ApiClient } from '../request.ts';
import { TagFilter } from '../tags.tsx';
import { UntrustedText } from '../untrusted-text.tsx';
import { CLOSED, NEWEST_FIRST, ReportTable, sortChats } from './report-table.tsx';
import { dateRangeOf, lastDays, reportFile, useReportPages, type ReportQuery } from './report-query.ts';

interface ReportProps {
  api: ApiClient;
  /** Returns the URL of a conversation on this page. */
  hrefOf: (sessionId: string) => string;
  /** Source domains to suggest. Default: none. */
  domains?: readonly string[];
  /** The deployment's tags; undefined while loading. */
  tags?: readonly Tag[] | undefined;
}

const DEFAULT_DAYS = 30;
/** The most rows that are loaded for sorting on the page. */
const MAX_SORTED = 2_000;

/** A report on conversations that were closed in a date range, with their sources, also as a CSV file. */
export function Report({ api, hrefOf, domains = [], tags = [] }: ReportProps) {
  const [days, setDays] = useState(() => lastDays(DEFAULT_DAYS, new Date()));
  const [sourceDomain, setSourceDomain] = useState('');
  const [tag, setTag] = useState('');
  const [sort, setSort] = useState(NEWEST_FIRST);
  const dateRange = dateRangeOf(days);
  const query: ReportQuery | undefined = dateRange && {
    ...dateRange,
    order: sort.by === CLOSED && !sort.descending ? 'oldest' : 'newest',
    ...(sourceDomain !== '' && { sourceDomain }),
    ...(tag !== '' && { tag }),
  };
  const { chats, paging } = useReportPages(api, query);
  return (
    <div class="report">
      <div class="report-tools">
        <Day label="From" value={days.first} onChoose={(first) => setDays({ ...days, first })} />
        <Day label="To" value={days.last} onChoose={(last) => setDays({ ...days, last })} />
        <DomainFilter onChoose={setSourceDomain} known={knownDomains(domains, chats)} />
        {tags.length > 0 && (
          <label class="report-field">
            <span>Tag</span>
            <TagFilter all={tags} value={tag} onChoose={setTag} />
          </label>
        )}
        {query && (
          <DownloadCsv
            name={`closed-chats-${days.first}-${days.last}.csv`}
            load={() => reportFile(api, { ...query })}
          />
        )}
      </div>
      {query ? (
        <Chats {...{ chats, paging, sort, sourceDomain, hrefOf }} isTagged={tag !== ''} onSort={setSort} />
      ) : (
        <p class="quiet" role="status">
          {days.first === '' || days.last === ''
            ? 'Enter both days.'
            : 'The first day is after the last day.'}
        </p>
      )}
    </div>
  );
}

interface ChatsProps extends Omit<Parameters<typeof ReportTable>[0], 'busy'> {
  paging: Paging;
  sourceDomain: string;
  /** Whether the report is filtered by a tag. */
  isTagged: boolean;
}

/** The rows in the selected order, with a notice about rows that are not loaded. */
function Chats({ chats, paging, sort, sourceDomain, isTagged, hrefOf, onSort }: ChatsProps) {
  const { hasMore, running, problem, loadMore } = paging;
  const loadedCount = chats?.length ?? 0;
  // The service sorts only by closing time. For any other order all rows are needed.
  const needsAll = sort.by !== CLOSED && hasMore && loadedCount < MAX_SORTED;
  useEffect(() => {
    if (needsAll && !running && problem === undefined) void loadMore();
  }, [needsAll, running, problem]);
  if (problem !== undefined && !chats) return <More paging={paging} />;
  if (!chats) return <ReportTable busy {...{ chats, sort, hrefOf, onSort }} />;
  return (
    <>
      {loadedCount === 0 ? (
        <NoChats {...{ sourceDomain, isTagged }} />
      ) : (
        <ReportTable chats={sortChats(chats, sort)} busy={needsAll} {...{ sort, hrefOf, onSort }} />
      )}
      {sort.by !== CLOSED && hasMore && !needsAll && (
        <p class="quiet" role="status">
          Sorted within the newest {formatCount(loadedCount)} conversations.
        </p>
      )}
      {(problem !== undefined || !needsAll) && <More paging={paging} />}
    </>
  );
}

function NoChats({ sourceDomain, isTagged }: Pick<ChatsProps, 'sourceDomain' | 'isTagged'>) {
  const which = isTagged ? 'No conversations with this tag' : 'No conversations';
  return (
    <Empty icon={Archive} title="No closed chats">
      <p>
        {sourceDomain === '' ? (
          `${which} were closed between these days.`
        ) : (
          <>
            {which} from <UntrustedText text={sourceDomain} /> were closed between these days.
          </>
        )}
      </p>
    </Empty>
  );
}

function Day({ label, value, onChoose }: { label: string; value: string; onChoose: (day: string) => void }) {
  return (
    <label class="report-field">
      <span>{label}</span>
      <input
        type="date"
        value={value}
        required
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
    </label>
  );
}

interface DomainFilterProps {
  onChoose: (domain: string) => void;
  known: readonly string[];
}

/** A text field with suggestions. The text is kept when the page is rendered again. */
function DomainFilter({ onChoose, known }: DomainFilterProps) {
  const list = useId();
  const [typed, setTyped] = useState('');
  return (
    <label class="report-field wide">
      <span>Source domain</span>
      <input
        type="search"
        list={list}
        value={typed}
        placeholder="Any domain"
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => onChoose(currentTarget.value.trim().toLowerCase())}
      />
      <datalist id={list}>
        {known.map((domain) => (
          <option key={domain} value={domain} />
        ))}
      </datalist>
    </label>
  );
}

function knownDomains(domains: readonly string[], chats: readonly ClosedChat[] = []): string[] {
  return [...new Set([...domains, ...chats.flatMap(({ sourceDomain }) => sourceDomain ?? [])])].sort();
}
