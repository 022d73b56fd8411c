import { FileChartColumn } from 'lucide-static';
import { useEffect, useState } from 'preact/hooks';
import type { TeamReport } from '../../../conversations/records/team-report.ts';
import type { ReportDays } from '../../../admin/wire/team-report.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Choice } from '../../ui/choice.tsx';
import { DownloadCsv } from '../../ui/download.tsx';
import { formatCount, formatDate } from '../../ui/format.ts';
import { Empty, ErrorNotice } from '../../ui/notice.tsx';
import { sentenceOf } from '../../ui/request.ts';
import { go, href } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { InReaderLang } from '../../ui/time.tsx';
import { teamReportPath } from '../addresses.ts';
import { REPORT_RANGES, reportDaysOf } from '../queries.ts';
import { Head } from '../parts/head.tsx';
import { Days } from './days.tsx';
import { AgentTable, ReasonTable } from './group-tables.tsx';
import { Hours } from './hours.tsx';
import { Assistant, Totals } from './totals.tsx';

/** The reports: by day, the assistant, and the conversations that agents closed. */
export function Reports({ query }: { query: URLSearchParams }) {
  const days = reportDaysOf(query);
  const { report, problem, retry } = useReport(days);
  const choose = (chosen: ReportDays) => go(href(['reports'], { days: chosen }), { replace: true });
  return (
    <div class="view">
      <Head title="Reports" lead="Volume, the assistant and the agents, including today.">
        <Choice label="Time" options={REPORT_RANGES} value={days} onChoose={choose} />
        <DownloadCsv
          name={`team-report-${days}-days.csv`}
          load={() => adminApi.file(teamReportPath(days, 'csv'))}
        />
      </Head>
      <ErrorNotice sentence={problem} onRetry={retry} />
      {!problem && <Shown report={report} days={days} />}
    </div>
  );
}

function Shown({ report, days }: { report: TeamReport | undefined; days: ReportDays }) {
  if (!report) {
    return (
      <section class="card" aria-busy="true">
        <Bar width={30} />
      </section>
    );
  }
  if (report.total.conversations === 0 && report.assistant.conversations === 0) {
    return (
      <Empty icon={FileChartColumn} title="No conversations">
        <p>Figures appear here when visitors begin conversations.</p>
      </Empty>
    );
  }
  return (
    <>
      <Days days={report.days} />
      <Assistant {...{ report, days }} />
      {report.total.conversations > 0 && <ClosedByAgents {...{ report, days }} />}
    </>
  );
}

/** The conversations that agents closed: totals, by hour, by agent and by reason of the handoff. */
function ClosedByAgents({ report, days }: { report: TeamReport; days: ReportDays }) {
  return (
    <>
      {report.isPartial && (
        <p class="quiet" role="status">
          Of the conversations that agents closed, shows the newest {formatCount(report.total.conversations)},
          closed since <InReaderLang text={formatDate(report.from)} />.
        </p>
      )}
      <Totals {...{ report, days }} />
      <Hours hours={report.hours} />
      <AgentTable agents={report.agents} />
      {report.reasons.length > 0 && <ReasonTable reasons={report.reasons} />}
    </>
  );
}

/** Loads the report of a date range once, without polling, because it reads many conversations. */
function useReport(days: ReportDays) {
  const [loaded, setLoaded] = useState<{ days: ReportDays; report?: TeamReport; problem?: string }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const keep = (result: { report?: TeamReport; problem?: string }) => {
      if (isCurrent) setLoaded({ days, ...result });
    };
    setLoaded(undefined);
    adminApi.get<TeamReport>(teamReportPath(days, 'json')).then(
      (report) => keep({ report }),
      (thrown: unknown) => keep({ problem: sentenceOf(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [days, attempt]);
  // The report of another date range is not shown.
  const current = loaded?.days === days ? loaded : undefined;
  return {
    report: current?.report,
    problem: current?.problem,
    retry: () => setAttempt((count) => count + 1),
  };
}
