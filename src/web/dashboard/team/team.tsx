import type { OverviewReply, SeatsReply } from '../../../admin/wire/admin.ts';
import { LastActive, Time } from '../../ui/time.tsx';
import { RAIL_PATH, SEATS_PATH } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Head } from '../parts/head.tsx';
import { PlanCard } from '../parts/plan.tsx';
import { Table, type Heading } from '../../ui/table.tsx';

/** The agents, the plan if it matters, and the desk in Teams. */
export function Team() {
  const { data: overview } = useLive<OverviewReply>(RAIL_PATH);
  const hasPlan = overview !== undefined && overview.settings.publisher !== 'off';
  return (
    <div class="view">
      <Head title="Team" lead="The people who answer at the agent desk." />
      {overview && <PlanCard settings={overview.settings} />}
      <Agents hasPlan={hasPlan} />
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

const HEADINGS: readonly Heading[] = [
  { title: 'Agent' },
  { title: 'Last active', number: true },
  { title: 'Last claim', number: true },
];
const SEAT_HEADINGS: readonly Heading[] = [...HEADINGS, { title: 'Seat free on', number: true }];

/** The agents who hold a seat. With a plan, also when their seats become free. */
function Agents({ hasPlan }: { hasPlan: boolean }) {
  const live = useLive<SeatsReply>(SEATS_PATH);
  const { data } = live;
  const title = hasPlan ? 'Seats in use' : 'Agents';
  return (
    <section class="list" aria-labelledby="seats-title">
      <header>
        <h2 id="seats-title">{title}</h2>
      </header>
      <Loaded live={live}>
        {data?.seats.length === 0 ? (
          <p class="none">No agents yet. An agent is listed from their first claimed conversation on.</p>
        ) : (
          <Table
            label={title}
            class="cards seats-table"
            headings={hasPlan ? SEAT_HEADINGS : HEADINGS}
            busy={!data}
            expected={2}
          >
            {data?.seats.map((seat) => (
              <Row key={seat.oid} {...{ seat, hasPlan }} />
            ))}
          </Table>
        )}
      </Loaded>
    </section>
  );
}

function Row({ seat, hasPlan }: { seat: SeatsReply['seats'][number]; hasPlan: boolean }) {
  const { oid, name, claimedAt, heldUntil, lastSeenAt } = seat;
  return (
    <tr>
      <td class="title" title={oid}>
        {name === undefined ? <code>{oid}</code> : <UntrustedText text={name} />}
      </td>
      <td class="number" data-title="Last active">
        {lastSeenAt === undefined ? '—' : <LastActive at={lastSeenAt} />}
      </td>
      <td class="number" data-title="Last claim">
        <Time at={claimedAt} as="ago" />
      </td>
      {hasPlan && (
        <td class="number" data-title="Seat free on">
          <Time at={heldUntil} as="date" />
        </td>
      )}
    </tr>
  );
}
