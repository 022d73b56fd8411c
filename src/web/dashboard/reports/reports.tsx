import { FileChartColumn } from 'lucide-static';
import { useEffect, useState } from 'preact/hooks';
import type { TeamReport } from '../../../domain/records/team-report.ts';
import type { ReportDays } from '../../../wire/team-report.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Choice } from '../../ui/choice.tsx';
import { formatDate } from '../../ui/format.ts';
import { Empty, ErrorNotice } from '../../ui/notice.tsx';
import { sentenceOf } from '../../ui/request.ts';
import { go, href } from '../../ui/router.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { InReaderLang } from '../../ui/time.tsx';
import { teamReportPath } from '../addresses.ts';
import { REPORT_RANGES, reportDaysOf } from '../queries.ts';
import { Head } from '../views/head.tsx';
import { DownloadReport } from './download-report.tsx';
import { AgentTable, ReasonTable } from './group-tables.tsx';
import { Hours } from './hours.tsx';
import { Totals } from './totals.tsx';

/** The report on closed conversations: totals, by hour, by agent and by handoff reason. */
export function Reports({ query }: { query: URLSearchParams }) {
  const days = reportDaysOf(query);
  const { report, problem, retry } = useReport(days);
  const choose = (chosen: ReportDays) => go(href(['reports'], { days: chosen }), { replace: true });
  return (
    <div class="view">
      <Head title="Reports" lead="Conversations that agents closed, including today.">
        <Choice label="Time" options={REPORT_RANGES} value={days} onChoose={choose} />
        <DownloadReport days={days} />
      </Head>
      <ErrorNotice sentence={problem} onRetry={retry} />
      {!problem && <Shown report={report} />}
    </div>
  );
}

function Shown({ report }: { report: TeamReport | undefined }) {
  if (!report) {
    return (
      <section class="card" aria-busy="true">
        <Bar width={30} />
      </section>
    );
  }
  if (report.total.conversations === 0) {
    return (
      <Empty icon={FileChartColumn} title="No closed conversations">
        <p>Figures appear here when agents close conversations.</p>
      </Empty>
    );
  }
  return (
    <>
      {report.isPartial && (
        <p class="quiet" role="status">
          Shows the newest {report.total.conversations} conversations, closed since{' '}
          <InReaderLang text={formatDate(report.from)} />.
        </p>
      )}
      <Totals total={report.total} />
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
