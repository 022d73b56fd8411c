import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { inRelease } from './support/bundle.ts';
import { XSS_VECTORS } from './support/xss-vectors.ts';
import { onSite as it, withSites } from './support/with-sites.ts';

const startSite = withSites();

/** Elements that run or load something. */
const RUNS = /^(script|img|iframe|object|embed|style|link|meta|base|form|video|audio|math|template)$/;

describe('a hostile page', () => {
  it.each([
    [
      'freezes the built-in prototypes',
      'for (const it of [Object, Array, String, Function, Promise, Map, Element, Node, EventTarget]) { Object.freeze(it); Object.freeze(it.prototype); }',
    ],
    [
      'adds properties to every object and array',
      'Object.prototype.extra = function () {}; Array.prototype.extra = () => {}; String.prototype.extra = 1; Object.prototype.url = "javascript:alert(1)";',
    ],
    ['replaces Promise', 'window.Promise = function () { throw new Error("mine") };'],
    [
      'defines toJSON for every object',
      'for (const it of [Object, Array, String]) it.prototype.toJSON = () => 7;',
    ],
    [
      'wraps fetch',
      'const own = window.fetch; window.fetch = (...it) => own(...it).then((answer) => answer);',
    ],
    [
      'has a fetch that does not stream',
      'const own = window.fetch; window.fetch = async (...it) => { const answer = await own(...it); const text = await answer.text(); return { status: answer.status, headers: answer.headers, text: async () => text }; };',
    ],
    [
      'blocks storage',
      'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } });',
    ],
    [
      'has full storage',
      'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") };',
    ],
  ])('that %s gets a working chat', async (_name, script) => {
    const site = await startSite();
    const visit = await site.conversation({ head: `<script>${script}</script>` });
    expect(visit.errors).toEqual([]);
  });

  it.each([
    ['throws in fetch', 'window.fetch = () => { throw new Error("mine") };'],
    ['replaces fetch with its own', 'window.fetch = async () => "nothing";'],
    ['has no fetch', 'delete window.fetch; window.fetch = undefined;'],
  ])('that %s keeps working, and the visitor is told and keeps the typed text', async (_name, script) => {
    const site = await startSite();
    const visit = await site.opened({ head: `<script>${script}</script>` });
    await visit.send('Hello');
    await visit.panel.getByText('The chat is busy.').waitFor();
    await visit.panel.getByText('Hello', { exact: true }).waitFor();
    expect(visit.errors.filter((error) => !error.includes('the server responded'))).toEqual([]);
  });

  it('that resets all styles does not change the widget', async ({ site }) => {
    const plain = await site.visit();
    const styled = await site.visit({
      head: `<style>
        * { all: initial !important; }
        chat-widget, chat-widget * { display: none !important; color: red !important; opacity: 0 !important; transform: scale(2) !important; position: static !important; }
        html { font-size: 40px; zoom: 1; }
        :root, chat-widget { --color: red; --surface: red; --text: red; --font: cursive; --radius: 8px; }
      </style>`,
    });
    const look = async (visit: typeof plain) => {
      await visit.open();
      // Of the panel, which draws the colors of a theme.
      await visit.panel.locator('summary').waitFor();
      return {
        box: await visit.panel.boundingBox(),
        input: await visit.input.boundingBox(),
        launcher: await visit.launcher.boundingBox(),
        color: await visit.input.evaluate((one) => getComputedStyle(one).color),
        ground: await visit.panel.evaluate((one) => getComputedStyle(one).backgroundColor),
        corner: await visit.panel.evaluate((one) => getComputedStyle(one).borderTopLeftRadius),
        family: await visit.input.evaluate((one) => getComputedStyle(one).fontFamily),
        fill: await visit.launcher.evaluate((one) => getComputedStyle(one).backgroundColor),
        font: await visit.input.evaluate((one) => getComputedStyle(one).fontSize),
        opacity: await visit.page.locator('chat-widget').evaluate((one) => getComputedStyle(one).opacity),
      };
    };
    await Promise.all([plain, styled].map((visit) => visit.page.emulateMedia({ reducedMotion: 'reduce' })));
    expect(await look(styled)).toEqual(await look(plain));
  });

  it('whose policy forbids web sockets gets messages by polling', async ({ site }) => {
    const visit = await site.visit({ csp: 'connect-src {service}' });
    await visit.page.clock.install();
    await visit.open();
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join').waitFor();
    site.service.claim('Mia');
    site.service.say('By post');
    await visit.page.clock.runFor(21_000);
    await visit.log.getByText('By post').waitFor();
  });

  it('whose policy forbids the service shows that the chat is busy', async ({ site }) => {
    const visit = await site.opened({ csp: "connect-src 'none'" });
    await visit.send('Hello');
    await visit.panel.getByText('The chat is busy.').waitFor();
  });
});

describe('a hostile server', () => {
  const page = '<!doctype html><script>document.title = "ran"</script><h1>502</h1>';
  const cases: [name: string, answer: (response: ServerResponse) => void][] = [
    [
      'an HTML page with 200',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    ],
    [
      'an HTML page with 502',
      (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(page),
    ],
    ['nothing', (response) => response.writeHead(204).end()],
    [
      'garbage',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('\u0000\uFFFF{[data:'.repeat(99)),
    ],
    [
      'JSON of the wrong types',
      (response) =>
        response
          .writeHead(202, { 'content-type': 'application/json' })
          .end('{"status":7,"message":[1],"sessionId":{}}'),
    ],
    [
      'events of the wrong types',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(
            'event: session\ndata: 7\n\nevent: delta\ndata: {"content":{"a":1}}\n\nevent: complete\ndata: {"reply":[]}\n\nevent: error\ndata: null\n\n',
          ),
    ],
    ['a hang-up', (response) => response.destroy()],
  ];
  it.each(cases)('that answers with %s causes no error in the page', async (_name, answer) => {
    const site = await startSite();
    for (const path of ['chat/stream', 'messages', 'handoff', 'negotiate', await inRelease('de.json')]) {
      site.service.fault(path, (_request, response) => answer(response));
    }
    const visit = await site.opened({ lang: 'de' });
    await visit.send('Hello');
    await expect
      .poll(() => site.service.requests.filter(({ path }) => path === 'chat/stream').length)
      .toBeGreaterThan(0);
    await visit.panel
      .getByText(/was not sent|is busy|could not reach|asked to join/)
      .or(visit.panel.getByRole('article'))
      .first()
      .waitFor();
    site.service.fault('chat/stream', undefined);
    await visit.ask('Again');
    await expect.poll(() => visit.page.title()).toBe('Shop');
    expect(visit.errors.filter((error) => !/Failed to load|ERR_/.test(error))).toEqual([]);
  });

  it('that never ends its answer is disconnected', async ({ site }) => {
    let ended = false;
    site.service.fault('chat/stream', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = `: ${'x'.repeat(500_000)}\n\n`;
      const talk = () => {
        if (!response.destroyed) response.write(chunk, () => setImmediate(talk));
      };
      response.on('close', () => (ended = true));
      talk();
    });
    const visit = await site.opened();
    await visit.send('Hello');
    await visit.panel.getByText('The chat is busy.').waitFor();
    await expect.poll(() => ended).toBe(true);
  });

  it('that does not answer is disconnected, and the visitor is told', async ({ site }) => {
    site.service.fault('chat/stream', () => {});
    const visit = await site.visit();
    await visit.page.clock.install();
    await visit.open();
    await visit.send('Hello');
    await visit.panel.getByText('AI assistant is typing').waitFor({ state: 'attached' });
    await visit.page.clock.fastForward(101_000);
    await visit.panel.getByText('The chat is busy.').waitFor();
  });
});

describe('hostile text', () => {
  it('stays text and loads nothing in an answer, an agent’s message, a name and a source', async ({
    site,
  }) => {
    const visit = await site.visit({
      head: '<script>window.ran = []; for (const it of ["alert", "confirm", "prompt", "print", "open"]) window[it] = () => ran.push(it)</script>',
    });
    const asked: string[] = [];
    visit.page.on('request', (request) => asked.push(request.url()));
    await visit.open();
    const forms = XSS_VECTORS.flatMap((one) => [
      one,
      `- ${one}`,
      `[x](${one})`,
      `**${one}**`,
      `\`\`\`\n${one}\n\`\`\``,
    ]);
    site.service.setAnswer(() => forms.map((one) => `${one}\n\n`), {
      sources: XSS_VECTORS.map((one) => ({ title: one, url: one })),
    });
    await visit.send(XSS_VECTORS.join('\n').slice(0, 3900));
    await visit.log.locator('.assistant').waitFor();
    await visit.button('Talk to a person').click();
    await expect.poll(() => site.service.sockets()).toBe(1);
    for (const vector of XSS_VECTORS) {
      site.service.claim(vector);
      site.service.say(vector);
    }
    await expect.poll(() => visit.log.locator('.agent').count()).toBe(XSS_VECTORS.length);
    await expect.poll(() => visit.log.locator('.agent .bubble').first().textContent()).toBe(XSS_VECTORS[0]);
    const elements = await visit.page
      .locator('chat-widget')
      .evaluate((host) => Array.from(host.shadowRoot?.querySelectorAll('*') ?? [], (one) => one.localName));
    expect([...new Set(elements)].filter((name) => RUNS.test(name))).toEqual([]);
    const links = await visit.panel
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    for (const link of links) expect(link).toMatch(/^(https?|mailto):/);
    expect(asked.filter((url) => !url.startsWith(site.service.origin))).toEqual([]);
    expect(await visit.page.evaluate('ran')).toEqual([]);
    expect(visit.errors).toEqual([]);
  });
});
