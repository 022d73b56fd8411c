import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { DAY_MS, startAgentService } from '../support/service/agent-service.ts';
import { attacher } from './support/attachments.ts';
import { textsInFiles } from './support/texts-in-files.ts';
import { sharedFixture } from '../support/fixtures.ts';

const desk = sharedFixture(() =>
  startAgentService({ settings: { ATTACHMENTS: 'true', RETENTION_DAYS: '30' } }),
);
const left = (texts: readonly string[]) => textsInFiles(desk.service.dataDir, texts);

/** Removes the copies that SQLite leaves in its log and in unused parts of pages (docs/data.md). */
function rewriteDatabase(): void {
  using file = new DatabaseSync(join(desk.service.dataDir, 'conversations.db'));
  file.exec('PRAGMA secure_delete = ON; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
}

/** A conversation with a file, a contact and a note, and what of it must not be left after its deletion. */
async function conversation(): Promise<{ sessionId: string; texts: string[] }> {
  const [question, note, name, file] = ['question', 'note', 'name', 'file'].map(
    (word) => `${word}-${randomUUID()}`,
  );
  const email = `${randomUUID()}@visitor.example`;
  const sessionId = await desk.conversation('human_requested', question);
  const { ticket } = await attacher(desk.service, sessionId).attach(`${name}.txt`, Buffer.from(file ?? ''));
  expect((await desk.visitor('/api/chat', { sessionId, attachments: [ticket] })).status).toBeLessThan(300);
  const contact = { sessionId, email, consent: true };
  expect((await desk.visitor('/api/contact', contact)).status).toBeLessThan(300);
  const noted = await desk.agent('Mia').post(`/api/agent/sessions/${sessionId}/notes`, { content: note });
  expect(noted.status).toBeLessThan(300);
  const { body } = await desk.agent('Mia').get(`/api/agent/sessions/${sessionId}/messages`);
  const ids = JSON.stringify(body).match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g);
  const texts = [sessionId, question, note, name, file, email].map(String);
  return { sessionId, texts: Array.from(new Set([...texts, ...(ids ?? [])])) };
}

test('no file of the data folder contains a deleted conversation after the database is rewritten', async () => {
  const { sessionId, texts } = await conversation();
  expect(await left(texts)).toEqual(expect.arrayContaining([sessionId, ...texts.slice(0, 6)]));
  const path = `${desk.service.origin}/api/sessions/${sessionId}`;
  expect((await fetch(path, { method: 'DELETE' })).status).toBe(204);
  rewriteDatabase();
  expect(await left(texts)).toEqual([]);
});

test('no file of the data folder contains a conversation that a retention run has deleted', async () => {
  const { texts } = await conversation();
  desk.clock.advance(31 * DAY_MS);
  const kept = await conversation();
  expect(await desk.service.services.retention.run()).toBe(1);
  rewriteDatabase();
  expect(await left(texts)).toEqual([]);
  expect(await left(kept.texts)).not.toEqual([]);
});
