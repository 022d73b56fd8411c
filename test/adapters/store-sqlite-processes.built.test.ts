import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { dataFolder } from '../support/files/data-folder.ts';
import { freshFixture } from '../support/fixtures.ts';

const SCRIPT = join(import.meta.dirname, './store-process.ts');

describe('Several processes on one data folder', () => {
  const folder = freshFixture(() => dataFolder());

  /** Runs a task in processes that all start together, with an empty folder; returns the output of each. */
  async function inProcesses(
    count: number,
    task: string,
    subject: string,
    times: number,
  ): Promise<unknown[][]> {
    const run = promisify(execFile);
    const args = [
      '--disable-warning=ExperimentalWarning',
      SCRIPT,
      folder.dataDir,
      task,
      subject,
      String(times),
    ];
    const processes = Array.from({ length: count }, () => run(process.execPath, args));
    const printed = await Promise.all(processes);
    return printed.map(({ stdout, stderr }) => {
      expect(stderr).toBe('');
      const results: unknown = JSON.parse(stdout);
      return Array.isArray(results) ? results : [];
    });
  }

  it('create the store together if it is missing', async () => {
    expect(await inProcesses(6, 'count', 'a', 0)).toHaveLength(6);
    await sqliteStore(folder).close();
  });

  it('count exactly', async () => {
    const counts = await inProcesses(2, 'count', 'a', 500);
    const inOrder = Array.from({ length: 1000 }, (_, n) => n + 1);
    expect(counts.flat().toSorted((a, b) => Number(a) - Number(b))).toEqual(inOrder);
  });

  it('number the messages of one session without gaps, and lose none', async () => {
    const sessionId = randomUUID();
    const outcomes = await inProcesses(2, 'append', sessionId, 150);
    expect(outcomes.flat()).toEqual(Array.from({ length: 300 }, () => 'stored'));
    const { conversations, close } = sqliteStore(folder);
    const messages = await conversations.messages(sessionId);
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
    expect(new Set(messages.map(({ content }) => content)).size).toBe(300);
    expect((await conversations.load(sessionId))?.session.messageCount).toBe(300);
    await close();
  });
});
