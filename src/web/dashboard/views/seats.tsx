import type { SeatsReply } from '../../../wire/admin.ts';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Table, type Heading } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';

const HEADINGS: readonly Heading[] = [
  { title: 'Agent' },
  { title: 'Last active', number: true },
  { title: 'Last claim', number: true },
  { title: 'Seat free on', number: true },
];

/** The agents with a seat, and when each seat becomes free. */
export function Seats() {
  const live = useLive<SeatsReply>(apiPath('seats'));
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
