import type { CostReply, Window } from '../../../wire/admin.ts';
import { formatCost, formatCount } from '../../ui/format.ts';
import { apiPath } from '../../ui/request.ts';
import { Table, type Heading } from '../../ui/table.tsx';
import { useLive } from '../live.ts';

const PURPOSES: Record<CostReply['lines'][number]['purpose'], string> = {
  conversations: 'Conversations and drafts',
  checks: 'Checked answers',
  evaluations: 'Evaluations',
  tests: 'Test conversations',
  embedding: 'Embedding of documents',
};

const HEADINGS: readonly Heading[] = [
  { title: 'Purpose' },
  { title: 'Tokens', number: true },
  { title: 'Cost', number: true },
];

/** What the model was called for, where that was not conversations alone. */
export function Spending({ window }: { window: Window }) {
  const { data } = useLive<CostReply>(apiPath('cost', { window }));
  if (!data || data.lines.length < 2) return null;
  return (
    <section class="list" aria-labelledby="spending">
      <header>
        <h2 id="spending">Cost by purpose</h2>
      </header>
      <Table label="Cost by purpose" class="figures-of-runs" headings={HEADINGS} busy={false} expected={4}>
        {[...data.lines, { ...data.totals, purpose: undefined }].map(({ purpose, ...sums }) => (
          <tr key={purpose ?? 'total'}>
            <td>{purpose ? PURPOSES[purpose] : <b>Total</b>}</td>
            <td class="number">{formatCount(sums.inputTokens + sums.outputTokens)}</td>
            <td class="number">{formatCost(sums)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
