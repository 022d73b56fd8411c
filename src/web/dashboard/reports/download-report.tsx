import { Download } from 'lucide-static';
import { useRef } from 'preact/hooks';
import type { ReportDays } from '../../../wire/team-report.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { saveAs } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { teamReportPath } from '../addresses.ts';

/** Downloads the report as CSV. */
export function DownloadReport({ days }: { days: ReportDays }) {
  const { running, problem, run } = useAction();
  const button = useRef<HTMLButtonElement>(null);
  const download = async () => {
    const name = `team-report-${days}-days.csv`;
    await run(async () => saveAs(name, await adminApi.file(teamReportPath(days, 'csv'))));
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} disabled={running} onClick={() => void download()}>
        <Icon svg={Download} size={16} /> {running ? 'Downloading…' : 'Download CSV'}
      </Button>
      <ErrorNotice sentence={problem} />
    </>
  );
}
