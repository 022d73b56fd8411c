import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ServiceProcess {
  origin: string;
  demo: string;
  /** The output on stdout and stderr. */
  output(): string;
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | string>;
  signal(name: NodeJS.Signals): void;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

const ENTRY = join(import.meta.dirname, '../../../dist/local.js');

/**
 * Starts the built local host in a separate process on free ports. Resolves when it reports that it is ready.
 */
export async function startProcess(settings: Record<string, string>, entry = ENTRY): Promise<ServiceProcess> {
  const ports = { PORT: '0', DEMO_PORT: '0' };
  const { ended, output, child } = launch({ ...ports, ...settings }, entry);
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (output().includes('Ctrl-C ends it')) resolve();
    });
  });
  await Promise.race([
    ready,
    ended.then((code) => {
      throw new Error(`It ended (${code}) before it was ready: ${output()}`);
    }),
  ]);
  const origin = /(http:\/\/localhost:\d+)\/api\/docs/.exec(output())?.[1] ?? '';
  return {
    origin,
    demo: /Demo site\s+(\S+)/.exec(output())?.[1] ?? '',
    output,
    ended,
    signal: (name) => child.kill(name),
    post: (path, body, headers = {}) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** Starts the local host and waits for its end: for settings that it refuses. */
export async function runToEnd(
  settings: Record<string, string>,
): Promise<{ code: number | string; output: string }> {
  const { ended, output } = launch(settings);
  return { code: await ended, output: output() };
}

function launch(settings: Record<string, string>, entry = ENTRY) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const channel of [child.stdout, child.stderr]) {
    channel.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return { child, ended, output: () => text };
}
