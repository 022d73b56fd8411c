import type { SeatsReply } from '../../../wire/admin.ts';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../live.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { RowShapes } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';

/** The agents with a seat, and when each seat becomes free. */
export function Seats() {
  const { data, problem, refresh } = useLive<SeatsReply>(apiPath('seats'));
  return (
    <section class="list" aria-labelledby="seats-title">
      <header>
        <h2 id="seats-title">Seats in use</h2>
      </header>
      {problem && !data ? (
        <ErrorNotice sentence={problem.message} onRetry={() => void refresh()} />
      ) : data?.seats.length === 0 ? (
        <p class="none">No seats in use. An agent takes a seat with their first claim.</p>
      ) : (
        <table class="seats-table" aria-label="Seats in use" aria-busy={!data}>
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col" class="number">
                Last active
              </th>
              <th scope="col" class="number">
                Last claim
              </th>
              <th scope="col" class="number">
                Seat free on
              </th>
            </tr>
          </thead>
          <tbody>
            {data?.seats.map((seat) => <Row key={seat.oid} seat={seat} />) ?? (
              <RowShapes rows={2} columns={4} />
            )}
          </tbody>
        </table>
      )}
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
