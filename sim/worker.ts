import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const ROOT = `${import.meta.dirname}/..`;

/** A deployable in a separate Functions worker. */
export interface Worker {
  origin: string;
  /** Sends the signal. Resolves when the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

interface WorkerOptions {
  /** The deployable, for example `runtime`. */
  entry: string;
  /** Default: a free port. */
  port?: string;
  /** Environment variables in addition to `PATH`. */
  variables: Readonly<Record<string, string>>;
  /** How far the worker's clock is ahead of the machine's, in milliseconds. Default: 0. */
  clockAheadMs?: number;
}

/** Starts a worker. Its output goes to this process. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { entry, port = '0', variables, clockAheadMs } = options;
  const clock = clockAheadMs === undefined ? [] : ['--import', './sim/clock-ahead.ts'];
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', ...clock, 'scripts/functions-host.ts', `dist/${entry}.js`, port, '*'],
    {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        ALLOWED_ORIGINS: '*',
        LOG_LEVEL: 'quiet',
        CLOCK_AHEAD_MS: String(clockAheadMs ?? 0),
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const [origin] = (await Promise.race([once(lines, 'line'), exited])) as unknown[];
  if (typeof origin !== 'string') throw new Error(`The worker of ${entry} did not start.`);
  lines.on('line', (line) => process.stdout.write(`${line}\n`));
  return {
    origin,
    async end(signal) {
      child.kill(signal);
      await exited;
    },
  };
}
