import { Inbox } from 'lucide-static';
import { useRef } from 'preact/hooks';
import type { SessionStatus } from '../../../conversations/records/session.ts';
import { formatCount } from '../../ui/format.ts';
import { Choice } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { More } from '../../ui/paging.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { STATUS_NAMES } from '../../ui/status.tsx';
import { TagFilter } from '../../ui/tags.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../ui/visible.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { Desk } from '../state/desk.ts';
import { listedSections, paneProblem, without, type DeskState } from '../state/state.ts';
import type { Filter, Section, View } from '../model/rows.ts';
import { REPORT_HREF } from '../router.ts';
import { useFrozenOrder } from './use-frozen-order.ts';
import { Rows } from './rows.tsx';
import { Button } from '../../ui/button.tsx';

const TITLES: Record<Section['id'], string> = {
  own: 'Waiting for your groups',
  waiting: 'Waiting for a person',
  mine: 'Mine',
  snoozed: 'Snoozed',
  all: 'All conversations',
  closed: 'Closed',
};

const EMPTY: Record<Section['id'], string> = {
  own: 'No visitors are waiting for your groups.',
  waiting: 'No visitors are waiting.',
  mine: 'No conversations assigned to you.',
  snoozed: 'No snoozed conversations.',
  all: 'No conversations.',
  closed: 'No closed conversations.',
};

/** Like `EMPTY`, with a filter by source domain. The domain follows the text. */
const EMPTY_FROM: Record<Section['id'], string> = {
  own: 'No visitors are waiting for your groups from',
  waiting: 'No visitors are waiting from',
  mine: 'No conversations assigned to you from',
  snoozed: 'No snoozed conversations from',
  all: 'No conversations from',
  closed: 'No closed conversations from',
};

const VIEWS: readonly (readonly [View, string])[] = [
  ['queue', 'Queue'],
  ['all', 'All'],
  ['closed', 'Closed'],
];

const STATUSES: readonly SessionStatus[] = ['open', 'human_requested', 'claimed', 'closed'];

interface ListProps {
  desk: Desk;
  state: DeskState;
  onClaimNext: () => unknown;
  /** Opens the dialog for selecting several conversations. */
  onSelect: () => void;
}

export function List({ desk, state, onClaimNext, onSelect }: ListProps) {
  const { rows, view, filter, listed, listProblem, cursors, groupsLeftOut } = state;
  const list = useRef<HTMLDivElement>(null);
  const listing = JSON.stringify([view, filter, listed, rows.size > 0 && cursors[view]]);
  const ordered = listedSections(state);
  const sections = useFrozenOrder(list, ordered, rows, listing);
  const queues = sections.filter(({ id }) => id === 'own' || id === 'waiting');
  const firstWaiting = (queues.find(({ rows: waiting }) => waiting.length > 0) ?? queues[0])?.id;
  return (
    <>
      <div class="list-tools">
        <Choice
          label="View"
          options={VIEWS}
          value={view}
          onChoose={(chosen) => void desk.queue.show(chosen)}
        />
        <Filters desk={desk} state={state} />
      </div>
      <ErrorNotice
        isStrip
        sentence={paneProblem(state, listProblem, listed)}
        onRetry={() => void desk.queue.refresh()}
      />
      <div ref={list} class="sections" aria-busy={!listed && listProblem === undefined}>
        {view === 'queue' && groupsLeftOut && (
          <p class="nothing">
            Group order is unavailable. Your account is in too many groups. Ask an admin for an app role.
          </p>
        )}
        {view === 'closed' && (
          <p class="nothing">
            <a class="to-report" href={REPORT_HREF}>
              Closed-chats report
            </a>
          </p>
        )}
        {listed
          ? sections.map((section) => (
              <SectionView
                key={section.id}
                {...{ section, state, onClaimNext, onSelect }}
                claimsNext={section.id === firstWaiting}
                anyWaits={queues.some(({ rows: waiting }) => waiting.length > 0)}
              />
            ))
          : listProblem === undefined && <RowShapes />}
        <More paging={{ hasMore: cursors[view] !== undefined, running: false, loadMore: desk.queue.more }} />
      </div>
    </>
  );
}

interface SectionViewProps extends Omit<ListProps, 'desk'> {
  section: Section;
  /** Whether `Claim next` claims a conversation in this section. */
  claimsNext: boolean;
  anyWaits: boolean;
}

function SectionView(props: SectionViewProps) {
  const { section, state, onClaimNext, onSelect, claimsNext, anyWaits } = props;
  const { filter } = state;
  const alone = section.id === 'all' || section.id === 'closed';
  return (
    <section aria-labelledby={`section-${section.id}`}>
      <header class={alone ? 'unseen' : 'section-head'}>
        <h2 id={`section-${section.id}`}>
          {TITLES[section.id]} <span class="how-many">{formatCount(section.rows.length)}</span>
        </h2>
        {section.id === 'mine' && section.rows.length > 1 && (
          <Button class="link" aria-keyshortcuts="m" onClick={onSelect}>
            Select
          </Button>
        )}
        {claimsNext && anyWaits && <ClaimNext {...{ state, onClaimNext }} />}
      </header>
      {claimsNext && <NextNotice state={state} anyWaits={anyWaits} />}
      {section.rows.length === 0 ? (
        <p class="nothing">
          <Icon svg={Inbox} size={16} />
          <Emptiness id={section.id} filter={filter} />
        </p>
      ) : (
        <Rows state={state} rows={section.rows} />
      )}
    </section>
  );
}

/** Explains why a section is empty. */
function Emptiness({ id, filter: { tagId, sourceDomain } }: { id: Section['id']; filter: Filter }) {
  if (tagId !== undefined) return <>No conversations with this tag.</>;
  if (sourceDomain === undefined) return <>{EMPTY[id]}</>;
  return (
    <span>
      {EMPTY_FROM[id]} <UntrustedText text={sourceDomain} />.
    </span>
  );
}

/** A button that claims the first waiting conversation. */
function ClaimNext({ state, onClaimNext }: Pick<ListProps, 'state' | 'onClaimNext'>) {
  return (
    <Button class="link" disabled={state.claimingNext} aria-keyshortcuts="x" onClick={onClaimNext}>
      Claim next
    </Button>
  );
}

/** Explains why no next conversation was claimed. */
function NextNotice({ state: { nextNotice }, anyWaits }: { state: DeskState; anyWaits: boolean }) {
  const isBad = nextNotice?.tone === 'bad';
  return (
    <p class={`next-notice${isBad ? ' bad' : ''}`} role="status">
      {(isBad || !anyWaits) && nextNotice?.sentence}
    </p>
  );
}

/**
 * The filters: by status if all conversations are shown, by source domain if there are several, and by tag if
 * there are any.
 */
function Filters({ desk, state }: { desk: Desk; state: DeskState }) {
  const { view, filter, domains, tags = [] } = state;
  const narrow = (part: Filter) => void desk.queue.narrow(part);
  const showsDomains = domains.length > 1;
  if (view !== 'all' && !showsDomains && tags.length === 0) return null;
  return (
    <div class="filters">
      {view === 'all' && (
        <select
          aria-label="Status"
          value={filter.status ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const status = STATUSES.find((one) => one === value);
            narrow({ ...without(filter, 'status'), ...(status && { status }) });
          }}
        >
          <option value="">Any status</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_NAMES[status]}
            </option>
          ))}
        </select>
      )}
      {showsDomains && (
        <select
          aria-label="Source domain"
          value={filter.sourceDomain ?? ''}
          onChange={({ currentTarget: { value: sourceDomain } }) =>
            narrow({ ...without(filter, 'sourceDomain'), ...(sourceDomain !== '' && { sourceDomain }) })
          }
        >
          <option value="">Any domain</option>
          {domains.map((domain) => (
            <option key={domain} value={domain}>
              {showControlCharacters(domain)}
            </option>
          ))}
        </select>
      )}
      <TagFilter
        all={tags}
        value={filter.tagId ?? ''}
        onChoose={(tagId) => narrow({ ...without(filter, 'tagId'), ...(tagId !== '' && { tagId }) })}
      />
    </div>
  );
}

function RowShapes() {
  return (
    <div class="rows" aria-hidden="true">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} class="item shape">
          <span class="status-icon" />
          <span class="item-head">
            <Bar width={12} />
          </span>
          <span class="item-preview">
            <Bar width={22 + ((index * 7) % 9)} />
          </span>
          <span class="item-source">
            <Bar width={16} />
          </span>
        </div>
      ))}
    </div>
  );
}
