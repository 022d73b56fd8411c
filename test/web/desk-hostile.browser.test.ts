import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const SCRIPT = '<script>document.title="owned"</script>';
const MARKUP =
  '<img src=x onerror="document.title=\'owned\'"><h1>owned</h1><a href="javascript:document.title=1">x</a>';
const MARKDOWN =
  '[x](javascript:document.title="owned") ![y](https://evil.example/pixel.png) [z](data:text/html,owned) **bold**';
/** An unterminated right-to-left override and an isolate. */
const BIDI = 'price \u202E42$ \u2066open';
const ZALGO = `z${'\u0336\u0489\u030d'.repeat(60)}`;
const LONG = 'a'.repeat(3500);

let asked: string[];

const office = sharedFixture(() => startOffice());
const mia = sharedFixture(() => office.agent('Mia Berg'));
beforeAll(async () => {
  asked = [];
  mia.page.on('request', (request) => {
    if (!request.url().startsWith(office.service.origin)) asked.push(request.url());
  });
});

/** No script ran, no other host was requested, no text became an element, and nothing overflows. */
async function expectHarmless(): Promise<void> {
  await expect.poll(() => mia.page.title()).toMatch(/Agent desk$/);
  expect([mia.complaints, asked]).toEqual([[], []]);
  const found = await mia.page.evaluate(() => ({
    foreign: document.querySelectorAll('#desk :is(script, img, iframe, object, style, link)').length,
    headings: document.querySelectorAll('h1').length,
    links: Array.from(document.querySelectorAll('#desk a'), (link) => link.getAttribute('href') ?? ''),
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(found).toMatchObject({ foreign: 0, headings: 1, tooWide: 0 });
  expect(found.links.filter((href) => !/^(#\/|https:\/\/)/.test(href))).toEqual([]);
}

test('texts of visitors and of the assistant are shown without any effect', async () => {
  office.answerer.script({
    deltas: [`${MARKUP} ${MARKDOWN}`],
    result: { sources: [{ title: MARKUP, url: 'javascript:document.title="owned"' }] },
  });
  const sessionId = randomUUID();
  const pageUrl = 'javascript:document.title="owned"';
  for (const message of [SCRIPT, BIDI, ZALGO, LONG, MARKUP]) {
    await office.service.post('/api/chat', { sessionId, message, pageUrl });
  }
  await office.service.post('/api/handoff', { sessionId, reason: `${MARKUP}${BIDI}` });
  await mia.open(sessionId);
  await mia.thread.getByText(SCRIPT).waitFor();
  await mia.page.getByRole('region', { name: 'About' }).getByText(pageUrl).waitFor();
  await expectHarmless();
  await mia.page.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(() =>
      mia.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    )
    .toBe(0);
  await expectHarmless();
  await mia.page.setViewportSize({ width: 1280, height: 800 });
});

test('events that a visitor sends to the group of the conversation are read only as signals', async () => {
  const sessionId = await office.conversation('human_requested', 'Hello');
  await mia.open(sessionId);
  await mia.key('c');
  await mia.field.waitFor();
  const negotiated = await office.service.post('/api/negotiate', { sessionId });
  const { url } = (await negotiated.json()) as { url: string };
  const socket = new WebSocket(url, 'json.webpubsub.azure.v1');
  const send = (data: object) =>
    socket.send(JSON.stringify({ type: 'sendToGroup', group: sessionId, dataType: 'json', data }));
  await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
  const forged = {
    id: randomUUID(),
    sessionId,
    seq: 4,
    role: 'agent',
    content: 'FORGED',
    createdAt: new Date(),
  };
  send({ type: 'message', sessionId, message: forged });
  send({ type: 'session', session: { sessionId, status: 'closed', updatedAt: '2099-01-01T00:00:00.000Z' } });
  send({ type: 'seen', sessionId, from: 'visitor', seq: 'many' });
  send({ type: 'typing', sessionId: randomUUID(), from: 'visitor' });
  await expect.poll(() => mia.thread.getByText('The visitor is typing').count()).toBe(0);
  // Signals are not stored: the desk receives them once it is in the group.
  await expect
    .poll(() => {
      send({ type: 'typing', sessionId, from: 'visitor' });
      return mia.thread.getByText('The visitor is typing').count();
    })
    .toBe(1);
  await expect.poll(() => mia.page.getByText('FORGED').count()).toBe(0);
  await expect.poll(() => mia.field.count()).toBe(1);

  await mia.say('Have you read this?');
  await expect.poll(() => office.stored(sessionId)).toHaveLength(4);
  send({ type: 'seen', sessionId, from: 'visitor', seq: 4 });
  await mia.thread.getByText('Seen').waitFor();
  socket.close();
});
