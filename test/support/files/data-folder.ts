import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder; `close` removes it. */
export async function dataFolder(): Promise<{ dataDir: string; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chat-widget-'));
  return { dataDir, close: () => rm(dataDir, { recursive: true, force: true }) };
}
