import { MessagesSquare } from 'lucide-static';
import type { CostReply, OverviewReply, SessionsReply, Window } from '../../../admin/wire/admin.ts';
import { Choice } from '../../ui/choice.tsx';
import { formatCost, formatCount, formatShare } from '../../ui/format.ts';
import { useLive } from '../../ui/live.ts';
import { Empty } from '../../ui/notice.tsx';
import { go, href } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { Table, type Heading } from '../../ui/table.tsx';
import { costPath, overviewPath, TOP_SESSIONS, topSessionsPath, type TopOrder } from '../addresses.ts';
import { COST_METRICS } from '../parts/metrics.ts';
import { COST_COLUMNS } from '../parts/chart-table.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Section } from '../parts/section.tsx';
import { SessionTable } from './session-table.tsx';
import { topSortOf, windowOf, WINDOWS } from '../queries.ts';
import { Figures } from '../parts/figures.tsx';
import { Head } from '../parts/head.tsx';

/** The cost of the language model: over time, by purpose, by conversation, and the daily budget. */
export function Cost({ query }: { query: URLSearchParams }) {
  const window = windowOf(query);
  const live = useLive<OverviewReply>(overviewPath(window));
  const { data } = live;
  const choose = (part: 'window' | 'metric' | 'sort', value: string) =>
    go(href(['cost'], { ...Object.fromEntries(query), [part]: value }), { replace: true });
  return (
    <div class="view">
      <Head title="Cost" lead="Tokens of the language model, and their price in US dollars." live={live}>
        <Choice
          label="Time"
          options={WINDOWS}
          value={window}
          onChoose={(chosen) => choose('window', chosen)}
        />
      </Head>
      <Loaded live={live}>
        <Figures
          metrics={COST_METRICS}
          columns={COST_COLUMNS}
          overview={data}
          window={window}
          metricId={query.get('metric')}
          onMetric={(id) => choose('metric', id)}
        />
        <Budget tokens={data?.settings.dailyTokenBudget} />
        <Purposes window={window} />
      </Loaded>
      <TopSessions sortBy={topSortOf(query)} onSort={(by) => choose('sort', by)} />
    </div>
  );
}

/** The daily token budget and its use since midnight UTC; `tokens` is undefined while loading. */
function Budget({ tokens }: { tokens: number | undefined }) {
  const { data } = useLive<CostReply>(tokens ? costPath('24h') : undefined);
  if (tokens === undefined) {
    return (
      <Section id="budget" title="Daily budget" class="budget">
        <p>
          <Bar width={30} />
        </p>
      </Section>
    );
  }
  if (tokens === 0) {
    return (
      <Section id="budget" title="Daily budget" class="budget">
        <p class="quiet">
          No limit. To stop calling the model after a number of tokens a day, set{' '}
          <code>DAILY_TOKEN_BUDGET</code> in the environment.
        </p>
      </Section>
    );
  }
  const used = data && tokensToday(data.buckets);
  return (
    <Section id="budget" title="Daily budget" class="budget">
      <p>
        {used === undefined ? 'Up to ' : `${formatCount(used)} of `}
        {formatCount(tokens)} tokens today{used !== undefined && ` (${formatShare(used / tokens)})`}
      </p>
      <meter
        min={0}
        max={tokens}
        high={tokens * 0.9}
        value={Math.min(used ?? 0, tokens)}
        aria-label="Budget used today"
      />
      <p class="quiet">
        Set by <code>DAILY_TOKEN_BUDGET</code> in the environment. When it is used up, the assistant quotes
        the documents until midnight UTC.
      </p>
    </Section>
  );
}

/** The tokens of the current UTC day, which the last bucket belongs to. */
function tokensToday(buckets: CostReply['buckets']): number {
  const day = buckets.at(-1)?.start.slice(0, 10) ?? '';
  return buckets
    .filter(({ start }) => start.startsWith(day))
    .reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
}

const PURPOSES: Record<CostReply['lines'][number]['purpose'], string> = {
  conversations: 'Conversations and drafts',
  tests: 'Tests and previews',
  embedding: 'Embedding of documents',
};

const PURPOSE_HEADINGS: readonly Heading[] = [
  { title: 'Purpose' },
  { title: 'Tokens', number: true },
  { title: 'Cost', number: true },
];

/** Model usage by purpose, if there was any apart from conversations. */
function Purposes({ window }: { window: Window }) {
  const live = useLive<CostReply>(costPath(window));
  const { data } = live;
  if (!data) return <Loaded live={live} />;
  if (data.lines.length < 2) return null;
  return (
    <section class="list" aria-labelledby="spending">
      <header>
        <h2 id="spending">Cost by purpose</h2>
      </header>
      <Table label="Cost by purpose" class="spending" headings={PURPOSE_HEADINGS} busy={false} expected={4}>
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

interface TopSessionsProps {
  sortBy: TopOrder;
  onSort: (by: TopOrder) => void;
}

/** Conversations of the last 24 hours, by cost or time (docs/rules.md, Origin of a session, rule 6). */
function TopSessions({ sortBy, onSort }: TopSessionsProps) {
  const live = useLive<SessionsReply>(topSessionsPath(sortBy));
  const { data } = live;
  return (
    <section class="list" aria-labelledby="top-title">
      <header>
        <h2 id="top-title">Top sessions (24h)</h2>
      </header>
      <Loaded live={live}>
        {data?.sessions.length === 0 ? (
          <Empty icon={MessagesSquare} title="No conversations in the last 24 hours">
            <p>The conversations that cost most appear here.</p>
          </Empty>
        ) : (
          <SessionTable
            label="Top sessions of the last 24 hours"
            sessions={data?.sessions}
            sortBy={sortBy}
            onSort={onSort}
            expected={TOP_SESSIONS}
          />
        )}
      </Loaded>
    </section>
  );
}
