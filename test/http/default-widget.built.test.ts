import { expect, it } from 'vitest';
import { DefaultWidgetReply } from '../../src/widgets/wire/default-widget.ts';
import { AssistantReply } from '../../src/assistants/wire/assistants.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { startService } from '../support/service/service.ts';

const PATH = '/api/default-widget';
const clock = manualClock();
const service = sharedFixture(() => startService({ clock }));

const stored = async () => DefaultWidgetReply.parse(await (await service.get(PATH)).json());
const put = (path: string, body: object, headers = {}) =>
  fetch(`${service.origin}${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const save = (widget: object, headers = {}) => put(PATH, widget, headers);
const script = async (headers = {}) => (await service.get('/api/widget.js', headers)).text();

/** The options in a script. */
async function optionsIn(): Promise<unknown> {
  const [, json = ''] = /\((\{[^{}]*\})\)$/.exec(await script()) ?? [];
  return JSON.parse(json);
}

it('the plain script has exactly the saved options', async () => {
  expect(await optionsIn()).toEqual({});
  const response = await save({
    branding: { greeting: 'Ask <us> "anything"', color: '#0f766e' },
    locale: 'de',
  });
  expect(response.status).toBe(200);
  expect(await stored()).toMatchObject({
    widget: { branding: { greeting: 'Ask <us> "anything"', color: '#0f766e' }, locale: 'de' },
  });
  expect(await script()).not.toContain('<us>');
  expect(await optionsIn()).toEqual({
    greeting: 'Ask <us> "anything"',
    color: '#0f766e',
    locale: 'de',
  });
  await save({ branding: { greeting: 'Hello', corner: 'left' } });
  expect(await optionsIn()).toEqual({ greeting: 'Hello', position: 'left' });
});

it('the plain script has the assistant’s greeting if no greeting is saved', async () => {
  await save({ branding: { title: 'Ask us' } });
  const { assistant } = AssistantReply.parse(await (await service.get('/api/assistants/default')).json());
  const { name, instructions, knowledge, handoff } = assistant;
  const edit = { name, instructions, knowledge, handoff, greeting: 'Welcome to the shop' };
  expect((await put('/api/assistants/default', edit)).status).toBe(200);
  clock.advance(20_000);
  await script();
  await expect.poll(optionsIn).toEqual({ greeting: 'Welcome to the shop', title: 'Ask us' });
});

it('a save that is based on an older version is refused', async () => {
  const { etag } = await stored();
  expect((await save({ branding: {} }, { 'if-match': etag })).status).toBe(200);
  expect((await save({ branding: { title: 'Late' } }, { 'if-match': etag })).status).toBe(412);
});

it('an invalid option is refused, and the error names its field', async () => {
  for (const [widget, path] of [
    [{ branding: { color: 'red; }' } }, 'branding.color'],
    [{ branding: { privacyUrl: 'javascript:alert(1)' } }, 'branding.privacyUrl'],
    [{ locale: 'xx' }, 'locale'],
  ] as const) {
    const response = await save(widget);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ issues: [{ path }] });
  }
});

it('a site that loads the tag is recorded once an hour, except the service itself', async () => {
  await script({ referer: `${service.origin}/api/dashboard` });
  await script({ referer: 'about:blank' });
  await script();
  expect((await stored()).seen).toEqual([]);
  await script({ referer: 'https://shop.example.com/cart?id=7' });
  await expect
    .poll(async () => (await stored()).seen.map(({ origin }) => origin))
    .toEqual(['https://shop.example.com']);
  const [first] = (await stored()).seen;
  clock.advance(60_000);
  await script({ referer: 'https://shop.example.com/' });
  await script({ referer: 'https://blog.example.com/' });
  await expect
    .poll(async () => (await stored()).seen.map(({ origin }) => origin))
    .toEqual(['https://blog.example.com', 'https://shop.example.com']);
  expect((await stored()).seen[1]).toEqual(first);
});

it('an instance limits its writes of sites that load the tag', async () => {
  clock.advance(60_000);
  for (let index = 0; index < 50; index++) await script({ referer: `https://site-${index}.example` });
  await expect.poll(async () => (await stored()).seen[0]?.origin).toBe('https://site-0.example');
  expect((await stored()).seen.length).toBeLessThan(5);
});
