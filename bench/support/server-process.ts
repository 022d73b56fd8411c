import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** CPU time used so far, and the heap after a full collection. */
export interface Usage {
  cpuMs: number;
  heapBytes: number;
}

export interface MeasuredServer {
  origin: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/**
 * Starts `bench/servers/<name>.ts` in a process of its own, so that its CPU time excludes the load generator.
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
    { env: { PATH: process.env['PATH'], ...settings }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  return {
    origin: `http://127.0.0.1:${ready.port}`,
    async usage() {
      child.send('usage');
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
