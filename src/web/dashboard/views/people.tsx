import type { AvailabilityReply } from '../../../wire/visitor.ts';
import { formatClock, formatDay, formatDuration } from '../../ui/format.ts';
import { apiPath } from '../../ui/request.ts';
import { href } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { useLive } from '../live.ts';

/** Whether people answer now, as visitors of the plain chat are told. */
export function People() {
  const { data, problem } = useLive<AvailabilityReply>(apiPath('availability'));
  const known = data ? sentenceOf(data) : <Bar width={30} />;
  const shown = problem ? 'It is not known who is connected.' : known;
  return (
    <p class="people-now">
      {shown} <a href={href(['settings', 'hours'])}>Hours</a>
    </p>
  );
}

function sentenceOf({ status, opensAt, typicalReplySeconds }: AvailabilityReply): string {
  switch (status) {
    case 'available':
      return typicalReplySeconds === undefined
        ? 'An agent is available now.'
        : `An agent is available now. First replies usually take ${formatDuration(typicalReplySeconds)}.`;
    case 'away':
      return 'No agent is available now.';
    case 'closed':
      return opensAt === undefined
        ? 'Outside business hours.'
        : `Outside business hours until ${formatDay(opensAt)}, ${formatClock(opensAt)}.`;
  }
}
