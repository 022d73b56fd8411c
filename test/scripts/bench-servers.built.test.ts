import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const SERVER_PROCESS = join(import.meta.dirname, '../../bench/support/server-process.ts');
const START = `
  import { startServer } from ${JSON.stringify(SERVER_PROCESS)};
  const { origin } = await startServer('model');
  process.stdout.write(origin + '\\n');
  process.kill(process.pid, 'SIGKILL');
`;

test('the server of a bench stops if the bench crashes', async () => {
  const bench = spawn(process.execPath, ['--input-type=module', '--eval', START], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The server has the same output: it is read to its end once both have ended.
  const [printed, [, signal]] = await Promise.all([text(bench.stdout), once(bench, 'exit')]);
  expect(signal).toBe('SIGKILL');
  await expect(fetch(printed.trim())).rejects.toThrow('fetch failed');
});
