import type { AvailabilityReply } from '../../../wire/visitor.ts';
import { formatClock, formatDay, formatDuration } from '../../ui/format.ts';
import { apiPath, type Problem } from '../../ui/request.ts';
import { href } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { useLive } from '../live.ts';

/** Whether people answer now, as visitors of the plain chat are told. */
export function People() {
  const { data, problem } = useLive<AvailabilityReply>(apiPath('availability'));
  return (
    <p class="people-now">
      {shownOf(data, problem)} <a href={href(['settings', 'hours'])}>Hours</a>
    </p>
  );
}

function shownOf(data: AvailabilityReply | undefined, problem: Problem | undefined) {
  if (problem?.code === 'realtime-unavailable') return 'It is not known who is connected.';
  if (problem) return problem.message;
  return data ? sentenceOf(data) : <Bar width={30} />;
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
