import type { ComponentChildren } from 'preact';
import type { OverviewReply } from '../../../admin/wire/admin.ts';
import type { AvailabilityReply } from '../../../chat/wire/visitor.ts';
import { formatClock, formatDay, formatDuration, formatCount, formatShare } from '../../ui/format.ts';
import type { Problem } from '../../ui/request.ts';
import { href } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { InReaderLang } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { AVAILABILITY_PATH } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';

/** Whether agents are available, as visitors see it. */
export function People() {
  const { data, problem } = useLive<AvailabilityReply>(AVAILABILITY_PATH);
  return (
    <p class="people-now">
      {shownOf(data, problem)} <a href={href(['settings', 'hours'])}>Hours</a>
    </p>
  );
}

function shownOf(data: AvailabilityReply | undefined, problem: Problem | undefined) {
  if (problem?.code === 'realtime-unavailable') return 'Agent availability is unknown.';
  if (problem) return problem.message;
  return data ? sentenceOf(data) : <Bar width={30} />;
}

function sentenceOf({ status, opensAt, typicalReplySeconds }: AvailabilityReply): ComponentChildren {
  switch (status) {
    case 'available':
      return typicalReplySeconds === undefined ? (
        'An agent is available now.'
      ) : (
        <>
          An agent is available now. First replies usually take{' '}
          <InReaderLang text={formatDuration(typicalReplySeconds)} />.
        </>
      );
    case 'away':
      return 'No agent is available now.';
    case 'closed':
      return opensAt === undefined ? (
        'Outside business hours.'
      ) : (
        <>
          Outside business hours until{' '}
          <InReaderLang text={`${formatDay(opensAt)}, ${formatClock(opensAt)}`} />.
        </>
      );
  }
}

/** Ratings by agent. Renders nothing without ratings. */
export function AgentRatings({ ratings }: { ratings: OverviewReply['agentRatings'] | undefined }) {
  if (!ratings || ratings.length === 0) return null;
  return (
    <section class="list" aria-labelledby="agent-ratings-title">
      <header>
        <h2 id="agent-ratings-title">Ratings by agent (7 days)</h2>
      </header>
      <Table
        label="Ratings by agent"
        class="agent-ratings"
        headings={[
          { title: 'Agent' },
          { title: 'Helpful', number: true },
          { title: 'Not helpful', number: true },
          { title: 'Share', number: true },
        ]}
        busy={false}
        expected={ratings.length}
      >
        {ratings.map(({ oid, name, helpful, notHelpful }) => (
          <tr key={oid}>
            <td>
              <UntrustedText text={name} />
            </td>
            <td class="number">{formatCount(helpful)}</td>
            <td class="number">{formatCount(notHelpful)}</td>
            <td class="number">
              {helpful + notHelpful === 0 ? '—' : formatShare(helpful / (helpful + notHelpful))}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
