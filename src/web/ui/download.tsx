import { Download } from 'lucide-static';
import { useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { ErrorNotice } from './notice.tsx';
import { useAction } from './use-action.ts';

/** Downloads a blob as a file. */
export function saveAs(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface DownloadCsvProps {
  /** The file's name. */
  name: string;
  load: () => Promise<Blob>;
}

/** A button that saves a report as CSV. */
export function DownloadCsv({ name, load }: DownloadCsvProps) {
  const { running, problem, run } = useAction();
  const button = useRef<HTMLButtonElement>(null);
  const download = async () => {
    await run(async () => saveAs(name, await load()));
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
