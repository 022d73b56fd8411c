import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { AnswerResult } from '../../src/ports.ts';
import { AgentMessagesReply } from '../../src/desk/wire/agent.ts';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { startAgentService, type AgentService } from '../support/service/agent-service.ts';
import { png } from '../support/files/images.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import type { Engine, RunningEngine, Tab, Wanted } from './engine.ts';
import { CHROMIUM, FIREFOX } from './playwright-engines.ts';
import { WEBKIT } from './webkit-engine.ts';

const ENGINES: readonly Engine[] = [CHROMIUM, FIREFOX, WEBKIT];
const found = ENGINES.flatMap((engine) => {
  const path = engine.path();
  if (path === undefined) process.stdout.write(`${engine.name} is not installed: ${engine.install}.\n`);
  return path === undefined ? [] : [{ name: engine.name, start: () => engine.start(path) }];
});

test('there is an engine to run the journey in', () => {
  expect(found.map(({ name }) => name)).not.toEqual([]);
});

const IMAGE = png(40, 30).toString('base64');
/** The folder of documents that the service answers from, and an answer that cites a section of it. */
const PRODUCT = join(import.meta.dirname, '../../bench/answers/product');
const TITLE = 'What is this chat?';
const CITED: Partial<AnswerResult> = {
  sources: [{ title: TITLE }],
  basis: { queries: [], sections: [{ heading: `About the Chat Widget Service › ${TITLE}`, cited: true }] },
};
/** The focused element in the panel. */
const FOCUSED = `document.querySelector('chat-widget').shadowRoot.activeElement?.tagName`;
/** Drops a file on the panel, with the browser's own events. */
const DROP = `(() => {
  const panel = document.querySelector('chat-widget').shadowRoot.querySelector('dialog');
  const bytes = Uint8Array.from(atob('${IMAGE}'), (one) => one.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], 'parcel.png', { type: 'image/png' }));
  const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, composed: true });
  return panel.dispatchEvent(drop);
})()`;

describe.each(found)('the journey of a visitor in $name', ({ start }) => {
  let engine: RunningEngine;
  let desk: AgentService;
  let site: Server;
  let origin: string;
  let widgetId: string;
  beforeAll(async () => {
    [engine, desk] = await Promise.all([
      start(),
      startAgentService({ settings: { KNOWLEDGE_DIR: PRODUCT } }),
    ]);
    site = createServer((request, response) => {
      const query = request.url === '/registered' ? `?w=${widgetId}` : '';
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">' +
          '<meta name="viewport" content="width=device-width, initial-scale=1"><h1>Shop</h1>' +
          '<script>errors = []; onerror = (message) => errors.push(String(message));' +
          'onunhandledrejection = ({ reason }) => errors.push(String(reason))</script>' +
          `<script src="${desk.service.origin}/api/widget.js${query}" async></script>`,
      );
    });
    origin = await listen(site);
    const made = await desk.service.post('/api/widgets', {
      name: 'Shop',
      primaryDomain: 'shop.example',
      allowedOrigins: [origin],
      attachments: true,
    });
    widgetId = WidgetReply.parse(await made.json()).widget.id;
    process.stdout.write(`${engine.name}\n`);
  });
  afterAll(async () => {
    await engine.close();
    await closeServer(site);
    await desk.close();
  });

  const textOf = async (tab: Tab, wanted: Wanted) => (await tab.find(wanted))?.text();
  const see = (tab: Tab, css: string, text: string) =>
    expect.poll(() => textOf(tab, { css, text }), { message: `${css} with “${text}”` }).toContain(text);
  /** Clicks the element as soon as it is there and takes a click. */
  const click = async (tab: Tab, css: string, text?: string) => {
    const wanted = { css, ...(text !== undefined && { text }) };
    const clicked = async () => {
      const target = await tab.find(wanted);
      await target?.click();
      return target !== undefined;
    };
    await expect.poll(() => clicked().catch(String), { message: `click on ${css} ${text}` }).toBe(true);
  };
  /** A click may open the panel and still be reported as failed, so the panel decides. */
  const open = (tab: Tab) =>
    expect
      .poll(async () => {
        if (await tab.find({ css: '.composer textarea' })) return true;
        const launcher = await tab.find({ css: '.root > button' });
        await launcher?.click().catch(() => undefined);
        return false;
      })
      .toBe(true);
  const send = async (tab: Tab, text: string) => {
    await click(tab, '.composer textarea');
    await expect.poll(() => tab.evaluate(FOCUSED)).toBe('TEXTAREA');
    await tab.type(text);
    await tab.enter();
  };
  const newest = async () =>
    z
      .object({ sessions: z.tuple([z.object({ sessionId: z.string() })]) })
      .parse((await desk.agent('Mia').get('/api/agent/sessions?limit=1')).body).sessions[0];

  test.each([
    { embed: 'plain', width: 360, height: 640 },
    { embed: 'plain', width: 1440, height: 800 },
    { embed: 'registered', width: 360, height: 640 },
    { embed: 'registered', width: 1440, height: 800 },
  ])('on a $embed page, $width pixels wide', async ({ embed, width, height }) => {
    const whole = Promise.withResolvers<void>();
    desk.answerer.script({ deltas: ['It is a **chat** [1].'], after: whole.promise, result: CITED });
    const mia = desk.agent('Mia');
    const tab = await engine.open();
    onTestFinished(tab.close);
    await tab.resize(width, height);
    await tab.goto(`${origin}/${embed}`);
    await open(tab);
    await see(tab, '.bubble', 'Hello. How can we help?');

    await send(tab, 'What is this?');
    await see(tab, '.thread', 'It is a chat');
    await expect.poll(() => tab.find({ css: '.composer button', text: 'Stop' })).toBeDefined();
    whole.resolve();
    await see(tab, '[role=log] .assistant', 'It is a chat');
    await click(tab, '.assistant [role=group] button', TITLE);
    await see(tab, 'dialog dialog, [role=dialog]', 'A chat for your website.');
    await click(tab, '[role=dialog] button', 'Close');

    await click(tab, 'footer button', 'Talk to a person');
    await see(tab, '[role=log]', 'A person was asked to join.');
    const { sessionId } = await newest();
    const claimed = await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    expect(claimed.status).toBe(200);
    await see(tab, 'header', 'Mia');
    await mia.post(`/api/agent/sessions/${sessionId}/message`, { content: 'Mia here.' });
    await see(tab, '[role=log] .agent', 'Mia here.');
    await send(tab, 'Thanks, Mia');
    await see(tab, '[role=log] .visitor', 'Thanks, Mia');
    if (embed === 'registered') {
      await tab.evaluate(DROP);
      await click(tab, '.composer button:not([disabled])', 'Send');
      await expect.poll(() => tab.find({ css: '[role=log] .file img' })).toBeDefined();
      const { messages } = AgentMessagesReply.parse(
        (await mia.get(`/api/agent/sessions/${sessionId}/messages`)).body,
      );
      expect(messages.at(-1)?.attachments).toMatchObject([{ name: 'parcel.png', width: 40, height: 30 }]);
    }

    await tab.reload();
    // On a phone the panel covers the page: it opens again when the visitor wants it.
    if (width < 480) await open(tab);
    await see(tab, '[role=log] .visitor', 'Thanks, Mia');
    await see(tab, '[role=log] .assistant', 'It is a chat');

    await mia.post(`/api/agent/sessions/${sessionId}/close`);
    await see(tab, '.card', 'Did this help?');
    await click(tab, '.card button', 'Yes');
    await click(tab, '.card button', 'Send');
    await see(tab, '.card', 'Thank you.');
    expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await tab.evaluate('window.errors ?? []')).toEqual([]);
  });
});
