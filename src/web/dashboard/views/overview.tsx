import type { OverviewReply } from '../../../wire/admin.ts';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../live.ts';
import { Choice } from '../../ui/choice.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { go, href } from '../../ui/router.ts';
import { Answers } from './answers.tsx';
import { Figures } from './figures.tsx';
import { Head } from './head.tsx';
import { ModelNotice } from './model-notice.tsx';
import { PlanCard } from './plan.tsx';
import { Start } from './start.tsx';
import { TopSessions } from './top-sessions.tsx';
import { windowOf, WINDOWS } from './window.ts';

/** The overview: figures, answers, plan and top sessions. */
export function Overview({ query }: { query: URLSearchParams }) {
  const window = windowOf(query);
  const live = useLive<OverviewReply>(apiPath('overview', { window }));
  const { data, problem, refresh } = live;
  const quiet = data !== undefined && data.current.conversations + data.previous.conversations === 0;
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
      {problem && !data ? (
        <ErrorNotice sentence={problem.message} onRetry={() => void refresh()} />
      ) : (
        <>
          <ModelNotice health={data?.assistant} />
          {quiet && <Start />}
          <Figures
            overview={data}
            window={window}
            metricId={query.get('metric')}
            onMetric={(id) => choose('metric', id)}
          />
          <Answers overview={data} window={window} />
          <PlanCard seatWindowDays={data?.settings.seatWindowDays ?? 30} />
        </>
      )}
      <TopSessions query={query} />
    </div>
  );
}
