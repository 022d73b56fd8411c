import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS, startAgentService } from '../support/service/agent-service.ts';
import { attacher } from './support/attachments.ts';
import { textsInFiles } from '../support/files/bytes-in-files.ts';
import { databaseReader } from '../support/stores/database-reader.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { PATIENCE_MS } from '../support/vitest/patience.ts';

const desk = sharedFixture(() =>
  startAgentService({ settings: { ATTACHMENTS: 'true', RETENTION_DAYS: '30' } }),
);
const left = (texts: readonly string[]) => textsInFiles(desk.service.dataDir, texts);

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

test('a deleted conversation is in no file of the data folder within seconds, with another process on it', async () => {
  const { sessionId, texts } = await conversation();
  expect(await left(texts)).toEqual(expect.arrayContaining([sessionId, ...texts.slice(0, 6)]));
  const other = await databaseReader(join(desk.service.dataDir, 'conversations.db'), 'idle');
  const path = `${desk.service.origin}/api/sessions/${sessionId}`;
  expect((await fetch(path, { method: 'DELETE' })).status).toBe(204);
  await expect.poll(() => left(texts), { timeout: PATIENCE_MS }).toEqual([]);
  await other.close();
});

test('nor is one that a retention run has deleted', async () => {
  const { texts } = await conversation();
  desk.clock.advance(31 * DAY_MS);
  const kept = await conversation();
  expect(await desk.service.services.retention.run()).toBe(1);
  await expect.poll(() => left(texts), { timeout: PATIENCE_MS }).toEqual([]);
  expect(await left(kept.texts)).not.toEqual([]);
});
