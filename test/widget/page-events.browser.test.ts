import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdTimers } from '../support/browser/held-timers.ts';
import { WIDGETS, withSites } from './support/with-sites.ts';

/** A page whose search opens with `s`, and which counts all that reaches it. */
const SHORTCUTS = `<input id="search"><script>
  window.heard = {};
  const types = 'keydown keyup keypress beforeinput input compositionstart compositionend paste dragover drop wheel touchmove focusin';
  for (const type of types.split(' ')) {
    document.addEventListener(type, ({ target }) => {
      if (target.localName === 'chat-widget') heard[type] = (heard[type] ?? 0) + 1;
    });
  }
  document.addEventListener('keydown', (event) => {
    if (event.target.matches('input, textarea') || event.key !== 's') return;
    event.preventDefault();
    document.querySelector('#search').focus();
  });
</script>`;

/** A key as a browser with an input method says it. */
const composed = (input: Locator, key: string, isComposing: boolean) =>
  input.evaluate(
    (field, given) => {
      const all = { bubbles: true, composed: true, cancelable: true, keyCode: 229 };
      field.dispatchEvent(new KeyboardEvent('keydown', { ...all, ...given }));
    },
    { key, isComposing },
  );

describe('the events of the panel', () => {
  const startSite = withSites();

  it('do not reach the page, so its shortcuts do not interfere with typing', async () => {
    const site = await startSite();
    const visit = await site.opened({ body: SHORTCUTS });
    await visit.input.focus();
    await visit.page.keyboard.type('shipping costs');
    await visit.input.evaluate((field) => {
      const all = { bubbles: true, composed: true, cancelable: true };
      for (const type of ['compositionstart', 'compositionend', 'paste', 'dragover', 'drop', 'touchmove']) {
        field.dispatchEvent(new Event(type, all));
      }
    });
    await visit.page.mouse.wheel(0, 10);
    await expect.poll(() => visit.input.inputValue()).toBe('shipping costs');
    await visit.page.keyboard.press('Escape');
    await visit.panel.waitFor({ state: 'hidden' });
    // The launcher has the focus again, and the key is released on it.
    const heard = await visit.page.evaluate('Object.keys(heard)');
    expect(['focusin', 'keyup']).toEqual(expect.arrayContaining(heard as string[]));
  });

  it('of the launcher reach the page, so its shortcuts work there', async () => {
    const site = await startSite();
    const visit = await site.visit({ body: SHORTCUTS });
    await visit.launcher.focus();
    await visit.page.keyboard.press('s');
    await expect.poll(() => visit.page.evaluate('document.activeElement.id')).toBe('search');
  });
});

describe.each(WIDGETS)('%s under a dialog of the page that traps the focus', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('accepts typed text', async () => {
    const site = await startSite();
    const visit = await site.visit({
      body: `<div id="modal" tabindex="-1"><input></div><script>
        document.addEventListener('focusin', ({ target }) => {
          const modal = document.querySelector('#modal');
          if (!modal.contains(target)) modal.focus();
        });
      </script>`,
    });
    await visit.open();
    await visit.input.click();
    await visit.page.keyboard.type('hello');
    await expect.poll(() => visit.input.inputValue()).toBe('hello');
  });
});

describe.each(WIDGETS)('an input method in %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('gets all of its keys: Enter that chooses does not send, and Escape that cancels does not close', async () => {
    const site = await startSite();
    const visit = await site.visit();
    await visit.open();
    await visit.input.fill('日本');
    await composed(visit.input, 'Enter', false);
    await composed(visit.input, 'Enter', true);
    await composed(visit.input, 'Escape', true);
    await expect.poll(() => visit.input.inputValue()).toBe('日本');
    await visit.input.press('Enter');
    await visit.log.getByText('You said: 日本').waitFor();
    expect(site.service.theConversation().session.messages).toHaveLength(2);
  });
});

describe('the button Send', () => {
  const startSite = withSites();

  it.each<[string, (send: Locator) => Promise<void>]>([
    ['a double click', (send) => send.dblclick()],
    [
      'a second click immediately after the first',
      (send) =>
        send.evaluate((button: HTMLElement) => {
          button.click();
          button.click();
        }),
    ],
  ])('%s sends once and does not stop the answer', async (_how, click) => {
    const site = await startSite();
    await holdTimers(site.context);
    const visit = await site.opened();
    let finish = () => {};
    site.service.setAnswer(async function* (message) {
      yield 'You said: ';
      await new Promise<void>((resolve) => (finish = resolve));
      yield message;
    });
    await visit.input.fill('Hello');
    await click(visit.button('Send'));
    await visit.panel.getByText('You said:').waitFor();
    await expect.poll(() => visit.panel.getByText('Stopped').count()).toBe(0);
    finish();
    await visit.log.getByText('You said: Hello').waitFor();
    expect(site.service.theConversation().session.messages).toHaveLength(2);
  });
});

describe('the visible part of the window', () => {
  const startSite = withSites();

  it('keeps the handlers of the page, and is followed until the widget is removed', async () => {
    const { visit: go } = await startSite();
    const head = '<script>visualViewport.onresize = visualViewport.onscroll = () => {};</script>';
    const { page, launcher } = await go({ head });
    const shell = await launcher.evaluateHandle((one) => one.parentElement);
    const resize = () => page.evaluate("void visualViewport.dispatchEvent(new Event('resize'))");
    const height = () => shell.evaluate((one) => one?.style.getPropertyValue('--chat-widget-height'));
    expect(await page.evaluate('visualViewport.onresize === visualViewport.onscroll')).toBe(true);
    await resize();
    const visible = await page.evaluate('visualViewport.height');
    expect(await height()).toBe(`${String(visible)}px`);
    await page.evaluate('ChatWidget.destroy()');
    await shell.evaluate((one) => one?.style.removeProperty('--chat-widget-height'));
    await resize();
    expect(await height()).toBe('');
  });
});
