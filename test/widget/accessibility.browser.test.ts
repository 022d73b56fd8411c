import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { onSite as it, withSites } from './support/with-sites.ts';

const WIDGET = { include: ['chat-widget'] };
const startSite = withSites();
const ANSWER =
  'A **list**:\n\n1. one\n2. [two](https://acme.test/)\n\n```\nnpm start --with-a-long-line-that-scrolls-sideways-in-its-box\n```';

describe.each([
  ['light', 'light', undefined, 'all'],
  ['dark', 'dark', undefined, 'colors'],
  ['yellow', 'light', '#ffe600', 'colors'],
  ['pale in the dark', 'dark', '#f5f5f5', 'colors'],
] as const)('axe-core finds nothing, %s', (_name, colorScheme, color, rules) => {
  it('in any state', async () => {
    const site = await startSite({ colorScheme, reducedMotion: 'reduce' });
    const visit = await site.visit({
      attributes: `data-privacy-url="https://acme.test/p" data-suggestions="One?|Two?" ${color ? `data-color="${color}"` : ''}`,
    });
    const states: Record<string, string[]> = {};
    const look = async (state: string) => (states[state] = await violations(visit.page, WIDGET, rules));
    await look('closed');
    await visit.open();
    await look('open');
    let finish = () => {};
    site.service.setAnswer(
      async function* () {
        yield 'Wait';
        await new Promise<void>((resolve) => (finish = resolve));
        yield `\n\n${ANSWER}`;
      },
      {
        sources: [{ title: 'Prices', url: 'https://acme.test/prices' }, { title: 'Terms' }],
        links: ['https://acme.test/'],
      },
    );
    await visit.send('Hello');
    await visit.panel.getByText('Wait').waitFor();
    await look('answering');
    finish();
    await visit.log.locator('.assistant').waitFor();
    await visit.button('Helpful').first().click();
    await expect.poll(() => visit.button('Helpful').first().getAttribute('aria-pressed')).toBe('true');
    await look('answered');
    await visit.button('Not helpful').click();
    await visit.panel.getByLabel('Tell us more (optional)').waitFor();
    await look('the reason of a rating');
    await visit.page.keyboard.press('Escape');
    await visit.panel.locator('summary').click();
    await look('menu');
    await visit.page.keyboard.press('Escape');
    site.service.fault('chat/stream', (_request, response) => void response.writeHead(500).end());
    await visit.send('x'.repeat(3990));
    await visit.panel.getByText('Your message was not sent.').waitFor();
    await visit.input.fill('x'.repeat(4001));
    await look('failed');
    await visit.input.fill('');
    site.service.fault('chat/stream', undefined);
    await visit.button('Talk to a person').click();
    await expect.poll(() => site.service.sockets()).toBe(1);
    site.service.claim('Mia Berg');
    site.service.say('Hi');
    await visit.log.locator('.agent').waitFor();
    await look('with a person');
    site.service.close();
    await visit.panel.getByText('This conversation has ended.').waitFor();
    await look('ended');
    expect(states).toEqual(Object.fromEntries(Object.keys(states).map((state) => [state, []])));
  });
});

describe('with the keyboard alone', () => {
  it('a visitor opens, asks, rates, uses the menu and closes, and the focus follows', async ({ site }) => {
    const visit = await site.visit({ body: '<a href="#x">First link</a>' });
    const { keyboard } = visit.page;
    const focused = () =>
      visit.page.evaluate(() => {
        const inside = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
        const label = inside instanceof HTMLTextAreaElement ? inside.labels[0]?.textContent : undefined;
        return (
          label ?? inside?.getAttribute('title') ?? inside?.getAttribute('placeholder') ?? inside?.textContent
        );
      });
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect.poll(focused).toBe('Write a message');
    await keyboard.type('Hello');
    await keyboard.press('Enter');
    await visit.log.locator('.assistant').waitFor();
    expect(await focused()).toBe('Write a message');
    await keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe('Not helpful');
    await keyboard.press('Enter');
    await expect.poll(() => site.service.theConversation().session.messages[1]?.rating).toBe('down');
    await expect.poll(focused).toBe('Tell us more (optional)');
    await keyboard.press('Escape');
    await expect.poll(() => focused()).toBe('Not helpful');
    await expect.poll(() => visit.panel.isVisible()).toBe(true);
    for (let step = 0; (await focused()) !== 'Options' && step < 9; step++) await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await visit.button('Download transcript').waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => visit.button('Download transcript').isVisible()).toBe(false);
    expect(await focused()).toBe('Options');
    await keyboard.press('Escape');
    await expect.poll(() => visit.panel.isVisible()).toBe(false);
    expect(await visit.launcher.evaluate((one) => one.matches(':focus'))).toBe(true);
  });

  it('the focus stays in the panel when the button for a person or the composer disappears', async ({
    site,
  }) => {
    const visit = await site.conversation();
    const isFocused = (one: Locator) => one.evaluate((element) => element.matches(':focus'));
    await visit.button('Talk to a person').focus();
    await visit.page.keyboard.press('Enter');
    await visit.button('Talk to a person').waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(visit.input)).toBe(true);
    site.service.claim('Mia');
    await visit.input.pressSequentially('One more thi');
    site.service.close();
    await visit.input.waitFor({ state: 'hidden' });
    await expect.poll(() => isFocused(visit.panel.locator('.thread'))).toBe(true);
  });

  it('the focus returns to the button of the page that opened the panel', async ({ site }) => {
    const visit = await site.visit({ body: '<button onclick="ChatWidget.open()">Ask us</button>' });
    await visit.page.getByRole('button', { name: 'Ask us' }).focus();
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => visit.input.evaluate((one) => one.matches(':focus'))).toBe(true);
    await visit.page.keyboard.press('Escape');
    await expect
      .poll(() =>
        visit.page.getByRole('button', { name: 'Ask us' }).evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
  });
});

describe('a screen reader', () => {
  it('finds a named dialog, a log of named authors, and a labelled input', async ({ site }) => {
    const visit = await site.opened({ attributes: 'data-title="Acme help"' });
    await visit.send('Hello');
    await visit.log.locator('.assistant').waitFor();
    const tree = await visit.page.locator('chat-widget').ariaSnapshot();
    for (const part of [
      'dialog "Acme help"',
      'heading "Acme help"',
      'log',
      'article',
      'button "Helpful"',
      'textbox "Write a message"',
      'button "Talk to a person"',
      'button "Close"',
    ]) {
      expect(tree).toContain(part);
    }
    expect(tree).toMatch(/article:[^]*You[^]*Hello[^]*article:[^]*AI assistant[^]*You said: Hello/);
  });

  it('announces a streamed answer once, when it is complete', async ({ site }) => {
    const visit = await site.visit();
    site.service.setAnswer(async function* () {
      for (const [word, shown] of [
        ['One ', 'One'],
        ['two ', 'One two'],
        ['three', 'One two three'],
      ] as const) {
        yield word;
        await visit.panel.getByText(shown).first().waitFor();
      }
    });
    await visit.open();
    await visit.log.evaluate((log) => {
      const said: string[] = [];
      Reflect.set(window, 'said', said);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) said.push(node.textContent ?? '');
        }
      }).observe(log, { childList: true, subtree: true, characterData: true });
    });
    await visit.send('Count');
    await visit.log.getByText('One two three').waitFor();
    expect(await visit.page.evaluate('said')).toEqual([
      expect.stringMatching(/^YouCount/),
      expect.stringMatching(/^AI assistantOne two three/),
    ]);
  });

  it('does not read the conversation again when a message is rated', async ({ site }) => {
    const visit = await site.opened();
    for (const message of ['One', 'Two']) {
      await visit.send(message);
      await visit.log.getByText(`You said: ${message}`).waitFor();
    }
    await visit.log.evaluate((log) => {
      Reflect.set(window, 'added', 0);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          Reflect.set(window, 'added', Number(Reflect.get(window, 'added')) + addedNodes.length);
        }
      }).observe(log, { childList: true });
    });
    await visit.log.locator('.assistant').first().hover();
    await visit.button('Helpful').first().click();
    await expect.poll(() => visit.button('Helpful').first().getAttribute('aria-pressed')).toBe('true');
    expect(await visit.page.evaluate('added')).toBe(0);
  });
});
