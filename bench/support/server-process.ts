import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { LoopDelays } from './serve.ts';

export interface MeasuredServer {
  origin: string;
  /** CPU time used so far, in milliseconds. */
  cpuMs(): Promise<number>;
  /** The heap after a full collection. */
  heapBytes(): Promise<number>;
  /** The delays of its event loop since the last call. */
  delays(): Promise<LoopDelays>;
  stop(): Promise<void>;
}

/**
 * Starts `bench/servers/<name>.ts` in a separate process, so that its CPU time excludes the load generator.
 * `PROFILE_DIR` in the environment: it leaves a CPU profile there.
 */
export async function startServer(
  name: string,
  settings: Record<string, string> = {},
): Promise<MeasuredServer> {
  const { PROFILE_DIR } = process.env;
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--expose-gc',
      ...(PROFILE_DIR === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${PROFILE_DIR}`]),
      `${import.meta.dirname}/../servers/${name}.ts`,
    ],
    {
      env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...settings },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  async function ask<T>(what: 'cpu' | 'heap' | 'delays'): Promise<T> {
    child.send(what);
    const [answer] = (await once(child, 'message')) as [T];
    return answer;
  }

  return {
    origin: `http://127.0.0.1:${ready.port}`,
    cpuMs: () => ask<number>('cpu'),
    heapBytes: () => ask<number>('heap'),
    delays: () => ask<LoopDelays>('delays'),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
