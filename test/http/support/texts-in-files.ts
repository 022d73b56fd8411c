import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Returns the texts whose bytes are in the files of a folder. A separate process reads them, because closing
 * a file of an open database would release SQLite's locks.
 */
export async function textsInFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const grep = spawn('grep', ['-raohF', '-f', '-', folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  grep.stdin.end(texts.join('\n'));
  const [found] = await Promise.all([text(grep.stdout), once(grep, 'exit')]);
  return Array.from(new Set(found.split('\n').filter((line) => line !== '')));
}
