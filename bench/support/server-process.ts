import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';

interface MeasuredServer {
  origin: string;
  /** CPU time used so far, in milliseconds. */
  cpuMs(): Promise<number>;
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
      ...(PROFILE_DIR === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${PROFILE_DIR}`]),
      `${import.meta.dirname}/../servers/${name}.ts`,
    ],
    {
      env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), ...settings },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  return {
    origin: `http://127.0.0.1:${ready.port}`,
    async cpuMs() {
      child.send('cpu');
      const [answer] = (await once(child, 'message')) as [number];
      return answer;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
