import type { OverviewReply } from '../../../wire/admin.ts';
import { formatCount, formatShare } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** How visitors rated the conversations of each agent; nothing while there are no ratings. */
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
