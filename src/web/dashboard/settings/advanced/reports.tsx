import { PackageOpen } from 'lucide-static';
import type { SentReport } from '../../../../publisher/records/sent-report.ts';
import type { SentReportsReply } from '../../../../publisher/wire/sent-reports.ts';
import type { ShownSettings } from '../../../../admin/records/shown-settings.ts';
import { Empty } from '../../../ui/notice.tsx';
import { Bar } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { adminApi } from '../../../ui/admin-api.ts';
import { More, usePages } from '../../../ui/paging.tsx';
import { apiPath } from '../../../ui/request.ts';
import { useLive } from '../../../ui/live.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { showControlCharacters } from '../../../ui/visible.ts';

const NAMES: Record<SentReport['kind'], string> = {
  'seat-report': 'Seat report',
  'deploy-status': 'Deployment status',
};

/** All fields of a report. The receiver refuses others (docs/rules.md, Status reports). */
const SCHEMAS: Record<SentReport['kind'], string> = {
  'seat-report': `subscriptionId   text
seatQuantity     number
timestamp        time
tokenUsage       optional: inputTokens, outputTokens, windowStart
quotaStatus      optional: exceeded, seatsUsed, seatQuota, daysOverQuota,
                 gracePeriodDays, blocked, quotaExceededAt`,
  'deploy-status': `saasSubscriptionId   text
deploymentId         text
deployedVersion      text
status               text
timestamp            time
errorMessage         optional: text, short, without content`,
};

const PATH = 'reports/sent';

/** The latest reports are polled; earlier ones are loaded on request. */
function useSentReports() {
  const live = useLive<SentReportsReply>(apiPath(PATH));
  const load = (cursor: string | undefined) => adminApi.get<SentReportsReply>(apiPath(PATH, { cursor }));
  const { pages, ...paging } = usePages(PATH, load, live.data);
  const newest = live.data?.reports ?? [];
  const known = new Set(newest.map(keyOf));
  const earlier = pages.flatMap(({ reports }) => reports).filter((report) => !known.has(keyOf(report)));
  return { live, paging, reports: live.data && [...newest, ...earlier] };
}

/** Unique, because no two reports of a kind are sent in the same millisecond. */
const keyOf = ({ kind, sentAt }: SentReport): string => `${kind} ${sentAt}`;

/** The status reports that were sent to the publisher, unchanged, newest first. */
export function Reports({ publisher }: Pick<ListProps, 'publisher'>) {
  const { live, paging, reports } = useSentReports();
  return (
    <>
      <Loaded live={live}>{reports ? <List {...{ reports, publisher }} /> : <Bar width={40} />}</Loaded>
      <More paging={paging} label="Show earlier reports" />
      <div class="schemas">
        {(['seat-report', 'deploy-status'] as const).map((kind) => (
          <details key={kind}>
            <summary>Fields of a {NAMES[kind].toLowerCase()}</summary>
            <pre tabIndex={0}>
              <code>{SCHEMAS[kind]}</code>
            </pre>
          </details>
        ))}
      </div>
    </>
  );
}

interface ListProps {
  reports: readonly SentReport[];
  publisher: ShownSettings['publisher'];
}

function List({ reports, publisher }: ListProps) {
  if (reports.length === 0) {
    return (
      <Empty icon={PackageOpen} title="No reports sent">
        <p>
          {publisher === 'off'
            ? 'No publisher is configured, so no reports are sent.'
            : 'The first report is sent within the hour.'}
        </p>
      </Empty>
    );
  }
  return (
    <ol class="reports">
      {reports.map((report) => (
        <Report key={keyOf(report)} report={report} />
      ))}
    </ol>
  );
}

function Report({ report }: { report: SentReport }) {
  const { kind, sentAt, ok, payload } = report;
  return (
    <li>
      <details>
        <summary>
          <b>{NAMES[kind]}</b> <Time at={sentAt} />{' '}
          <span class={ok ? 'good' : 'bad'}>{ok ? 'delivered' : 'not delivered'}</span>
        </summary>
        <pre tabIndex={0}>
          <code>{showControlCharacters(JSON.stringify(payload, undefined, 2))}</code>
        </pre>
      </details>
    </li>
  );
}
