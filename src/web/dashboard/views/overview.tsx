import { MessagesSquare } from 'lucide-static';
import type { OverviewReply, SessionsReply, CostReply, Window } from '../../../wire/admin.ts';
import { Choice } from '../../ui/choice.tsx';
import { formatCost, formatCount } from '../../ui/format.ts';
import { Empty } from '../../ui/notice.tsx';
import { go, href } from '../../ui/router.ts';
import { Table, type Heading } from '../../ui/table.tsx';
import { costPath, overviewPath, TOP_SESSIONS, topSessionsPath, type SortBy } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { topSortOf, windowOf, WINDOWS } from '../queries.ts';
import { Checklist } from '../parts/checklist.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { SessionTable } from '../parts/session-table.tsx';
import { AgentRatings, People } from './people.tsx';
import { Answers } from './answers.tsx';
import { Figures } from './figures.tsx';
import { Head } from './head.tsx';
import { ComponentNotice, ModelNotice } from './notices.tsx';
import { PlanCard } from './plan.tsx';

/** The overview: figures, answers, plan and top sessions. */
export function Overview({ query }: { query: URLSearchParams }) {
  const window = windowOf(query);
  const live = useLive<OverviewReply>(overviewPath(window));
  const { data } = live;
  const choose = (part: 'window' | 'metric', value: string) =>
    go(href([], { ...Object.fromEntries(query), [part]: value }), { replace: true });

  return (
    <div class="view">
      <Head title="Overview" live={live}>
        <Choice
          label="Time"
          options={WINDOWS}
          value={window}
          onChoose={(chosen) => choose('window', chosen)}
        />
      </Head>
      <ComponentNotice />
      <Loaded live={live}>
        <ModelNotice health={data?.assistant} />
        <People />
        {data && <Checklist overview={data} />}
        <Figures
          overview={data}
          window={window}
          metricId={query.get('metric')}
          onMetric={(id) => choose('metric', id)}
        />
        <Answers overview={data} window={window} />
        <AgentRatings ratings={data?.agentRatings} />
        <Spending window={window} />
        <PlanCard seatWindowDays={data?.settings.seatWindowDays ?? 30} />
      </Loaded>
      <TopSessions query={query} />
    </div>
  );
}

/** Conversations of the last 24 hours, by cost or time. */
function TopSessions({ query }: { query: URLSearchParams }) {
  const sortBy = topSortOf(query);
  const live = useLive<SessionsReply>(topSessionsPath(sortBy));
  const { data } = live;
  const sort = (by: SortBy) => go(href([], { ...Object.fromEntries(query), sort: by }), { replace: true });
  return (
    <section class="list" aria-labelledby="top-title">
      <header>
        <h2 id="top-title">Top sessions (24h)</h2>
        <a href={href(['conversations'])}>All conversations</a>
      </header>
      <Loaded live={live}>
        {data?.sessions.length === 0 ? (
          <Empty icon={MessagesSquare} title="No conversations in the last 24 hours">
            <p>
              Conversations appear here when visitors send messages.{' '}
              <a href="#/settings/embed">View installation</a>
            </p>
          </Empty>
        ) : (
          <SessionTable
            label="Top sessions of the last 24 hours"
            sessions={data?.sessions}
            sortBy={sortBy}
            onSort={sort}
            expected={TOP_SESSIONS}
          />
        )}
      </Loaded>
    </section>
  );
}

const PURPOSES: Record<CostReply['lines'][number]['purpose'], string> = {
  conversations: 'Conversations and drafts',
  tests: 'Tests and previews',
  embedding: 'Embedding of documents',
};

const HEADINGS: readonly Heading[] = [
  { title: 'Purpose' },
  { title: 'Tokens', number: true },
  { title: 'Cost', number: true },
];

/** Model usage by purpose, if there was any apart from conversations. */
function Spending({ window }: { window: Window }) {
  const live = useLive<CostReply>(costPath(window));
  const { data } = live;
  if (!data) return <Loaded live={live} />;
  if (data.lines.length < 2) return null;
  return (
    <section class="list" aria-labelledby="spending">
      <header>
        <h2 id="spending">Cost by purpose</h2>
      </header>
      <Table label="Cost by purpose" class="spending" headings={HEADINGS} busy={false} expected={4}>
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
