import { spawn } from 'node:child_process';
import { once } from 'node:events';

const SCRIPT = `
const { DatabaseSync } = require('node:sqlite');
const file = new DatabaseSync(process.argv[1]);
if (process.argv[2] === 'reading') file.exec('BEGIN');
file.prepare('SELECT count(*) FROM sqlite_schema').get();
process.stdout.write('open');
process.stdin.resume();
`;

/** Opens a database in another process. With `reading` it holds its snapshot until it is closed. */
export async function databaseReader(path: string, state: 'idle' | 'reading') {
  const args = ['--disable-warning=ExperimentalWarning', '-e', SCRIPT, path, state];
  const reader = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(reader, 'exit');
  await once(reader.stdout, 'data');
  return {
    async close(): Promise<void> {
      reader.kill();
      await ended;
    },
  };
}
