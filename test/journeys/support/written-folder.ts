import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { SearchReply, Transcript } from '../../../src/admin/wire/admin.ts';
import { AssistantsReply } from '../../../src/assistants/wire/assistants.ts';
import { MessagesReply } from '../../../src/chat/wire/visitor.ts';
import { TagsReply } from '../../../src/conversations/wire/tags.ts';
import { continuationIdOf } from '../../../src/conversations/rules/ids.ts';
import { bearer, rotate } from '../../support/clients/admin.ts';
import { registryAdmin } from '../../support/clients/registry.ts';
import { movedClock } from '../../support/clocks/real-clock.ts';
import { HOUR_MS, startAgentService } from '../../support/service/agent-service.ts';

/** The records of a data folder that a test looks for. */
export interface Written {
  closed: string;
  waiting: string;
  left: string;
  adminKey: string;
  /** When it was written (RFC 3339). */
  at: string;
}

const QUESTION = 'What does delivery to Norway cost?';
const PRICES = '# Delivery\n\nDelivery to Norway costs nine euros.';

/** Fills a data folder as a business does: knowledge, conversations in each state, tags, a seat and a key. */
export async function writeFolder(dataDir: string): Promise<Written> {
  const desk = await startAgentService({ dataDir, ownModel: true });
  const { service } = desk;
  const admin = registryAdmin(service);
  const nora = await admin.make({ name: 'Nora', isDefault: true, knowledge: { kind: 'documents' } });
  await admin.upload(nora.id, 'prices.md', PRICES);
  await admin.send('POST', 'tags', { name: 'Delivery', color: 'teal' });
  await admin.send('PUT', 'service-settings', { retentionDays: 400 });
  const mia = desk.agent('Mia');
  const closed = await desk.conversation('human_requested', QUESTION);
  const path = `/api/agent/sessions/${closed}`;
  await mia.post(`${path}/claim`);
  await mia.post(`${path}/message`, { content: 'It arrives on Tuesday.' });
  await mia.post(`${path}/notes`, { content: 'A regular customer.' });
  await mia.post(`${path}/close`);
  await desk.visitor('/api/rating', { sessionId: closed, helpful: true });
  const waiting = await desk.conversation('human_requested', 'Is anybody there?');
  const left = randomUUID();
  const contact = { sessionId: left, email: 'vera@example.com', message: 'Call me.', consent: true };
  expect((await desk.visitor('/api/contact', contact)).status).toBe(200);
  const { key } = await rotate(service);
  const at = new Date(desk.clock.now()).toISOString();
  await desk.close();
  return { closed, waiting, left, adminKey: key, at };
}

/** Everything that was written is there, and each conversation continues. */
export async function expectWhole(
  dataDir: string,
  { closed, waiting, left, adminKey, at }: Written,
): Promise<void> {
  // An hour later, whenever the test runs.
  const clock = movedClock();
  clock.advance(Date.parse(at) + HOUR_MS - clock.now());
  const desk = await startAgentService({ dataDir, ownModel: true, startClock: clock });
  const { service } = desk;
  const headers = bearer(adminKey);
  const read = async (path: string): Promise<unknown> => (await service.get(path, headers)).json();
  try {
    const { assistants } = AssistantsReply.parse(await read('/api/assistants'));
    expect(assistants.map(({ name, isDefault }) => [name, isDefault])).toContainEqual(['Nora', true]);
    expect(TagsReply.parse(await read('/api/tags')).tags).toMatchObject([{ name: 'Delivery' }]);
    expect(await read('/api/service-settings')).toMatchObject({ settings: { retentionDays: 400 } });
    const { seats } = (await read('/api/seats')) as { seats: unknown[] };
    expect(seats).toMatchObject([{ name: 'Mia' }]);
    const transcript = Transcript.parse(await read(`/api/sessions/${closed}/transcript`));
    expect(transcript).toMatchObject({ status: 'closed', visitorRating: { helpful: true } });
    expect(JSON.stringify(transcript)).toContain('A regular customer.');
    expect(await read(`/api/sessions/${left}/transcript`)).toMatchObject({
      contact: { email: 'vera@example.com' },
    });
    const { results } = SearchReply.parse(await read('/api/sessions/search?q=tuesday'));
    expect(results.map(({ sessionId }) => sessionId)).toEqual([closed]);

    // The visitor and the agents go on.
    const asked = await desk.visitor('/api/chat', { sessionId: randomUUID(), message: QUESTION });
    expect(JSON.stringify(asked.body)).toContain('nine euros');
    const mia = desk.agent('Mia');
    for (const sessionId of [waiting, left]) {
      const path = `/api/agent/sessions/${sessionId}`;
      expect((await mia.post(`${path}/claim`)).status).toBe(200);
      expect((await mia.post(`${path}/message`, { content: 'I am here.' })).status).toBe(200);
      const { messages } = MessagesReply.parse(await read(`/api/messages?sessionId=${sessionId}`));
      expect(messages.at(-1)).toMatchObject({ role: 'agent', content: 'I am here.' });
    }
    const sessionId = continuationIdOf(closed);
    const again = { sessionId, continues: closed, message: 'It has not arrived.' };
    expect((await desk.visitor('/api/chat', again)).status).toBe(200);
    const { messages } = MessagesReply.parse(await read(`/api/messages?sessionId=${sessionId}`));
    expect(messages[0]?.content).toBe(QUESTION);
  } finally {
    await desk.close();
  }
}
