import type { OverviewReply, SeatsReply } from '../../../wire/admin.ts';
import type { ListedSession } from '../../../domain/records/session.ts';
import { Elapsed, Time } from '../../ui/time.tsx';
import { RAIL_PATH, SEATS_PATH } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { queueOf } from '../addresses.ts';
import { useSessionPages } from '../session-pages.ts';
import { More } from '../../ui/paging.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { moveBetweenRows } from '../../ui/rows.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Origin, UntrustedText } from '../../ui/untrusted-text.tsx';
import { conversationHref } from '../../ui/router.ts';
import { Head } from './head.tsx';
import { PlanCard } from './plan.tsx';
import { Table, type Heading } from '../../ui/table.tsx';

/** The plan, agents with seats, and waiting and claimed conversations. */
export function Team() {
  const { data: overview } = useLive<OverviewReply>(RAIL_PATH);
  const waiting = useSessionPages(queueOf('human_requested'));
  const claimed = useSessionPages(queueOf('claimed'));
  return (
    <div class="view">
      <Head title="Team and plan" live={waiting.live} />
      <PlanCard seatWindowDays={overview?.settings.seatWindowDays ?? 30} />
      <Seats />
      <Queue
        title="Waiting for a person"
        pages={waiting}
        empty="No visitors are waiting."
        since={({ humanRequestedAt, createdAt }) => humanRequestedAt ?? createdAt}
        verb="Waiting for"
      />
      <Queue
        title="With an agent"
        pages={claimed}
        empty="No conversations are with an agent."
        since={({ claimedAt, createdAt }) => claimedAt ?? createdAt}
        verb="for"
      />
      <section class="card part teams" aria-labelledby="teams-title">
        <h2 id="teams-title">Agent desk in Teams</h2>
        <p>Agents answer from Microsoft Teams, with the accounts they already have.</p>
        <p>
          <a href="/api/collab-setup">Set up Teams</a>
        </p>
      </section>
    </div>
  );
}

interface QueueProps {
  title: string;
  pages: ReturnType<typeof useSessionPages>;
  empty: string;
  /** The time since which a conversation has this state. */
  since: (session: ListedSession) => string;
  verb: string;
}

/** Conversations in the agents' order. */
function Queue({ title, pages, empty, since, verb }: QueueProps) {
  const { live, sessions: rows, paging } = pages;
  return (
    <section class="list" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <Loaded live={live}>
        {rows?.length === 0 ? (
          <p class="none">{empty}</p>
        ) : (
          <ol class="results" aria-busy={!rows} onKeyDown={moveBetweenRows}>
            {rows?.map((session) => (
              <li key={session.sessionId}>
                <a class="row-link" href={conversationHref(session.sessionId)}>
                  <span class="snippet" dir="auto">
                    <UntrustedText text={session.opening} />
                  </span>
                  <span class="meta">
                    {session.urgent && <b>Urgent</b>}
                    {session.claimedByName !== undefined && session.status === 'claimed' && (
                      <b>
                        <UntrustedText text={session.claimedByName} />
                      </b>
                    )}
                    <span>
                      {verb} <Elapsed at={since(session)} />
                    </span>
                    <Origin origin={session.origin} />
                  </span>
                </a>
              </li>
            )) ?? (
              <li class="shape">
                <Bar width={30} />
                <Bar width={18} />
              </li>
            )}
          </ol>
        )}
        <More paging={paging} />
      </Loaded>
    </section>
  );
}

const HEADINGS: readonly Heading[] = [
  { title: 'Agent' },
  { title: 'Last active', number: true },
  { title: 'Last claim', number: true },
  { title: 'Seat free on', number: true },
];

/** Agents with a seat, and when their seats become free. */
function Seats() {
  const live = useLive<SeatsReply>(SEATS_PATH);
  const { data } = live;
  return (
    <section class="list" aria-labelledby="seats-title">
      <header>
        <h2 id="seats-title">Seats in use</h2>
      </header>
      <Loaded live={live}>
        {data?.seats.length === 0 ? (
          <p class="none">No seats in use. An agent takes a seat with their first claim.</p>
        ) : (
          <Table label="Seats in use" class="cards seats-table" headings={HEADINGS} busy={!data} expected={2}>
            {data?.seats.map((seat) => (
              <Row key={seat.oid} seat={seat} />
            ))}
          </Table>
        )}
      </Loaded>
    </section>
  );
}

function Row({ seat }: { seat: SeatsReply['seats'][number] }) {
  const { oid, name, claimedAt, heldUntil, lastSeenAt } = seat;
  return (
    <tr>
      <td class="title" title={oid}>
        {name === undefined ? <code>{oid}</code> : <UntrustedText text={name} />}
      </td>
      <td class="number" data-title="Last active">
        {lastSeenAt === undefined ? '—' : <Time at={lastSeenAt} as="ago" />}
      </td>
      <td class="number" data-title="Last claim">
        <Time at={claimedAt} as="ago" />
      </td>
      <td class="number" data-title="Seat free on">
        <Time at={heldUntil} as="date" />
      </td>
    </tr>
  );
}
