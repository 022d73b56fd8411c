import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LINK_SECONDS, TICKET_SECONDS } from '../../src/conversations/rules/attachments.ts';
import { BLOCKS_PER_WINDOW } from '../../src/platform/rules/rate-limit.ts';
import { BLOCK_BYTES } from '../../src/platform/rules/uploads.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { attacher } from './support/attachments.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { png, PNG } from '../support/files/images.ts';
import { HOSTS } from '../support/service/service.ts';

const TEXT = Buffer.from('Order 4711');
const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: string };
  return [response.status, error];
};

describe.each(HOSTS)('files in conversations on the %s host', (host) => {
  const desk = sharedFixture(() => startAgentService({ host, settings: { ATTACHMENTS: 'true' } }));
  const visitorOf = (sessionId: string) => attacher(desk.service, sessionId);
  const say = (body: object) => desk.service.post('/api/chat', body);

  test('a visitor starts a conversation with a file of several blocks, and downloads it by its link', async () => {
    const begun = await desk.service.post('/api/attachments', {
      fileName: 'big.pdf',
      bytes: BLOCK_BYTES + 9,
    });
    const { sessionId, id } = (await begun.json()) as { sessionId: string; id: string };
    const visitor = visitorOf(sessionId);
    const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(BLOCK_BYTES, 'stream ')]);
    // The last block first; the other one is taken up again after an interruption.
    expect((await visitor.putBlock(id, 1, file.subarray(BLOCK_BYTES))).status).toBe(204);
    const half = await visitor.complete(id);
    expect([half.status, await half.json()]).toMatchObject([
      409,
      { error: 'upload-incomplete', missing: [0] },
    ]);
    await visitor.putBlock(id, 0, file.subarray(0, BLOCK_BYTES));
    const { attachment, ticket } = (await (await visitor.complete(id)).json()) as Record<string, unknown>;
    expect(attachment).toEqual({ id, name: 'big.pdf', type: 'pdf', bytes: file.length });
    const message = { sessionId, clientMessageId: randomUUID(), attachments: [ticket] };
    for (let again = 0; again < 2; again++) {
      expect(await (await say(message)).json()).toMatchObject({
        message: { content: 'big.pdf', attachments: [attachment] },
      });
    }
    const messages = (await (await desk.service.get(`/api/messages?sessionId=${sessionId}`)).json()) as {
      messages: unknown[];
    };
    expect(messages.messages).toHaveLength(2);
    const [linked] = await visitor.list();
    const read = await fetch(linked?.url ?? '');
    expect(Buffer.from(await read.arrayBuffer()).equals(file)).toBe(true);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(file.length),
      'content-disposition': `attachment; filename="big.pdf"; filename*=UTF-8''big.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test('only an image is shown inline, with its dimensions and the extension of its type', async () => {
    const sessionId = await desk.conversation();
    const visitor = visitorOf(sessionId);
    const image = png(40, 30);
    const { attachment, ticket } = await visitor.attach('Bühne "1".html', image);
    expect(attachment).toMatchObject({ type: 'png', width: 40, height: 30, name: 'Bühne _1_.html.png' });
    expect((await say({ sessionId, message: 'Look', attachments: [ticket] })).status).toBe(200);
    const [linked] = await visitor.list();
    const { headers } = await fetch(linked?.url ?? '');
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="B_hne__1_.html.png"; filename*=UTF-8''B%C3%BChne%20_1_.html.png`,
    );
  });

  test('an agent sends a file in a claimed conversation, and receives the files of the visitor', async () => {
    const sessionId = await desk.conversation('human_requested');
    const ann = desk.agent('Ann');
    const agent = attacher(desk.service, sessionId, await ann.token());
    expect(await errorOf(await agent.begin('a.txt', 4))).toEqual([403, 'not-session-owner']);
    const view = await ann.get(`/api/agent/sessions/${sessionId}`);
    expect(view).toMatchObject({ body: { session: { takesFiles: true } } });
    await ann.post(`/api/agent/sessions/${sessionId}/claim`);
    const visitor = visitorOf(sessionId);
    const sent = await visitor.attach('mine.txt', TEXT);
    const unsent = await visitor.attach('unsent.txt', TEXT);
    expect(await (await say({ sessionId, attachments: [sent.ticket] })).json()).toMatchObject({
      queued: true,
    });
    const { attachment, ticket } = await agent.attach('photo.png', PNG);
    const said = await ann.post(`/api/agent/sessions/${sessionId}/message`, { attachments: [ticket] });
    expect(said).toMatchObject({ status: 200, body: { message: { attachments: [attachment] } } });
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(idsOf(await agent.list())).toEqual([sent.attachment.id, attachment.id]);
    expect(idsOf(await visitor.list())).toEqual([sent.attachment.id, unsent.attachment.id, attachment.id]);
    const admin = await desk.service.get(`/api/sessions/${sessionId}/attachments`);
    expect(((await admin.json()) as { attachments: unknown[] }).attachments).toHaveLength(2);
    expect(await errorOf(await visitor.remove(sent.attachment.id))).toEqual([409, 'attachment-sent']);
    expect((await visitor.remove(unsent.attachment.id)).status).toBe(204);
    expect(await errorOf(await agent.complete(unsent.attachment.id))).toEqual([404, 'attachment-not-found']);
  });

  test('a link is valid for one file and ten minutes, and not after its conversation is deleted', async () => {
    const sessionId = await desk.conversation();
    const visitor = visitorOf(sessionId);
    const one = await visitor.attach('one.txt', TEXT);
    const other = await visitor.attach('other.txt', TEXT);
    await say({ sessionId, attachments: [one.ticket, other.ticket] });
    const [first] = await visitor.list();
    const link = first?.url ?? '';
    expect((await fetch(link)).status).toBe(200);
    const others = link.replace(one.attachment.id, other.attachment.id);
    for (const refused of [others, link.slice(0, -2), link.replace(/=.*/, `=${one.ticket}`)]) {
      const page = await fetch(refused);
      expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('link has expired')]);
    }
    await fetch(`${desk.service.origin}/api/sessions/${sessionId}`, { method: 'DELETE' });
    const gone = await fetch(link);
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('no longer exists')]);
    desk.clock.advance(LINK_SECONDS * 1000);
    expect((await fetch(link)).status).toBe(410);
  });

  test('a message accepts only files of its sender and its conversation', async () => {
    const [sessionId, elsewhere] = [await desk.conversation(), await desk.conversation()];
    const { ticket } = await visitorOf(elsewhere).attach('a.txt', TEXT);
    for (const attachments of [[ticket], ['none'], [], Array.from({ length: 6 }, () => ticket)]) {
      expect(await errorOf(await say({ sessionId, message: 'Hello', attachments }))).toEqual([
        400,
        'validation-failed',
      ]);
    }
    expect(await errorOf(await say({ sessionId }))).toEqual([400, 'validation-failed']);
    const ann = desk.agent('Ann');
    await ann.post(`/api/agent/sessions/${elsewhere}/claim`);
    const stolen = await ann.post(`/api/agent/sessions/${elsewhere}/message`, { attachments: [ticket] });
    expect(stolen.status).toBe(400);
  });

  test.each(['a visitor', 'an agent'])('blocks of one file are limited for %s', async (sender) => {
    const sessionId = await desk.conversation();
    const ann = desk.agent('Ann');
    await ann.post(`/api/agent/sessions/${sessionId}/claim`);
    const side =
      sender === 'an agent' ? attacher(desk.service, sessionId, await ann.token()) : visitorOf(sessionId);
    const id = await side.send('a.txt', TEXT);
    for (let sent = 1; sent < BLOCKS_PER_WINDOW; sent++) await side.putBlock(id, 0, TEXT);
    expect(await errorOf(await side.putBlock(id, 0, TEXT))).toEqual([429, 'rate-limited']);
  });

  test('a message refuses a removed file, and an agent cannot use an unsent file of a colleague', async () => {
    const sessionId = await desk.conversation('human_requested');
    const visitor = visitorOf(sessionId);
    const gone = await visitor.attach('a.txt', TEXT);
    expect((await visitor.remove(gone.attachment.id)).status).toBe(204);
    expect((await say({ sessionId, attachments: [gone.ticket] })).status).toBe(400);
    const [ann, ben] = [desk.agent('Ann'), desk.agent('Ben')];
    await ann.post(`/api/agent/sessions/${sessionId}/claim`);
    const own = attacher(desk.service, sessionId, await ann.token());
    const { attachment } = await own.attach('b.txt', TEXT);
    await ann.post(`/api/agent/sessions/${sessionId}/transfer`, { to: ben.oid });
    await ann.post(`/api/agent/sessions/${sessionId}/release`);
    await ben.post(`/api/agent/sessions/${sessionId}/claim`);
    const other = attacher(desk.service, sessionId, await ben.token());
    expect(await other.list()).toEqual([]);
    expect((await other.remove(attachment.id)).status).toBe(204);
    expect(await own.list()).toMatchObject([{ id: attachment.id }]);
  });

  test('a repeated message with files gets its stored reply even after its tickets have expired', async () => {
    const sessionId = await desk.conversation('human_requested');
    const visitor = visitorOf(sessionId);
    const ann = desk.agent('Ann');
    await ann.post(`/api/agent/sessions/${sessionId}/claim`);
    const [asked, answered] = [
      await visitor.attach('asked.txt', TEXT),
      await attacher(desk.service, sessionId, await ann.token()).attach('answered.txt', TEXT),
    ];
    const question = { sessionId, clientMessageId: randomUUID(), attachments: [asked.ticket] };
    const answer = { clientMessageId: randomUUID(), attachments: [answered.ticket] };
    const path = `/api/agent/sessions/${sessionId}/message`;
    const ask = async () => (await (await say(question)).json()) as object;
    const [first, firstAnswer] = [await ask(), await ann.post(path, answer)];
    expect([first, firstAnswer]).toMatchObject([{ queued: true }, { status: 200 }]);
    // Enough messages to push both out of those that are read with the session.
    const long = 'x'.repeat(4_000);
    for (let count = 0; count < 20; count++) {
      expect((await ann.post(path, { content: long })).status).toBe(200);
    }
    desk.clock.advance(TICKET_SECONDS * 1000 + 1);
    expect(await ask()).toMatchObject(first);
    const { status, body } = firstAnswer;
    expect(await ann.post(path, answer)).toMatchObject({ status, body });
    await ann.post(`/api/agent/sessions/${sessionId}/close`);
    expect(await ask()).toMatchObject({ queued: true });
    const unsent = { clientMessageId: randomUUID(), attachments: [answered.ticket] };
    expect(await ann.post(path, unsent)).toMatchObject({ status: 409 });
  });

  test('a file with a wrong type is refused with an explanation, and is not stored', async () => {
    const sessionId = await desk.conversation();
    const visitor = visitorOf(sessionId);
    for (const [name, file, refusal] of [
      [
        'photo.png',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        [415, 'attachment-type-unsupported'],
      ],
      ['page.txt', Buffer.from('<!doctype html><script>1</script>'), [415, 'attachment-type-unsupported']],
      ['photo.png', PNG.subarray(0, 16), [422, 'image-damaged']],
    ] as const) {
      const id = await visitor.send(name, file);
      expect(await errorOf(await visitor.complete(id))).toEqual(refusal);
      expect(await errorOf(await visitor.complete(id))).toEqual([404, 'attachment-not-found']);
    }
    expect(await errorOf(await visitor.begin('a.pdf', 10 * 1024 * 1024 + 1))).toEqual([
      413,
      'file-too-large',
    ]);
    expect(await errorOf(await visitor.begin('a.pdf', 0))).toEqual([400, 'validation-failed']);
    expect(await visitor.list()).toEqual([]);
  });

  test('too many files are refused with an explanation', async () => {
    const sessionId = await desk.conversation();
    const visitor = visitorOf(sessionId);
    const answers = [];
    for (let count = 0; count < 11; count++) answers.push((await visitor.begin('a.txt', 9)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    desk.clock.advance(60_000);
    for (let count = 0; count < 10; count++) await visitor.begin('a.txt', 9);
    desk.clock.advance(60_000);
    expect(await errorOf(await visitor.begin('a.txt', 9))).toEqual([409, 'too-many-attachments']);
  });
});

test('files are off by default, for the plain embed and for each widget', async () => {
  const off = await startAgentService();
  try {
    const sessionId = await off.conversation('human_requested');
    const ann = off.agent('Ann');
    await ann.post(`/api/agent/sessions/${sessionId}/claim`);
    for (const token of [undefined, await ann.token()]) {
      const begun = await attacher(off.service, sessionId, token).begin('a.txt', 9);
      expect(await errorOf(begun)).toEqual([403, 'attachments-off']);
    }
  } finally {
    await off.close();
  }
});
