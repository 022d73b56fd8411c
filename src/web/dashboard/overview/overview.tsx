import type { OverviewReply, Window } from '../../../admin/wire/admin.ts';
import { Choice } from '../../ui/choice.tsx';
import { formatMoney } from '../../ui/format.ts';
import { go, href } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { overviewPath } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { costText, USE_METRICS } from '../parts/metrics.ts';
import { BEFORE, windowOf, WINDOWS } from '../queries.ts';
import { Checklist } from './checklist.tsx';
import { USE_COLUMNS } from '../parts/chart-table.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { AgentRatings, People } from './people.tsx';
import { Answers } from './answers.tsx';
import { Change, Figures } from '../parts/figures.tsx';
import { Head } from '../parts/head.tsx';
import { ComponentNotice, ModelNotice } from '../parts/notices.tsx';
import { PlanCard } from '../parts/plan.tsx';

/** The overview: people first, then the use of the chat and one figure of cost. */
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
        <Answers overview={data} window={window} />
        <Figures
          metrics={USE_METRICS}
          columns={USE_COLUMNS}
          overview={data}
          window={window}
          metricId={query.get('metric')}
          onMetric={(id) => choose('metric', id)}
        >
          <CostFigure overview={data} window={window} />
        </Figures>
        <AgentRatings ratings={data?.agentRatings} />
        {data && <PlanCard settings={data.settings} />}
      </Loaded>
    </div>
  );
}

/** The cost of the window, with a link to its page. */
function CostFigure({ overview, window }: { overview: OverviewReply | undefined; window: Window }) {
  return (
    <a class="metric" href={href(['cost'], { window })}>
      <span class="name">Cost</span>
      <span class="value">{overview ? costText(overview.current) : <Bar width={4} />}</span>
      <Change
        current={overview?.current.cost}
        previous={overview?.previous.cost}
        before={BEFORE[window]}
        format={formatMoney}
      />
    </a>
  );
}
