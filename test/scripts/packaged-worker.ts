import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AzureHost } from '../support/functions-host/azure-host.ts';

type Running = Pick<AzureHost, 'origin' | 'functions'>;

/** An entry of a package in the platform's worker, a separate process, for the duration of the work. */
export async function inPackagedWorker(
  entry: string,
  { cwd, settings }: { cwd: string; settings: Record<string, string> },
  work: (host: Running, child: ChildProcess) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'packaged-app.ts'), entry], {
    cwd,
    env: { PATH: process.env['PATH'], DATA_DIR: cwd, ...settings },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (complaints += piece));
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`It did not start: ${complaints}`)));
  try {
    const [host] = (await Promise.race([once(child, 'message'), ended])) as [Running];
    await work(host, child);
  } finally {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  }
}
