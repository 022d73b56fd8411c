import { describe, expect } from 'vitest';
import { holdTimers } from '../support/browser/held-timers.ts';
import { onRegisteredSite as it, withRegisteredSites } from './support/with-sites.ts';
import { endConversation } from './support/turns.ts';

const startSite = withRegisteredSites();

async function opened() {
  const site = await startSite();
  const visit = await site.opened();
  return { ...site, go: site.visit, visit };
}

describe('a conversation in the frame', () => {
  it('uses a token from its first message, in the session of the token', async () => {
    const { service, registry, visit } = await opened();
    await visit.ask('Hello');
    const { sessionId } = service.theConversation();
    const sent = service.requests.filter(({ path }) => path === 'chat/stream');
    const pageUrl = visit.page.url().replace(/\?.*/, '');
    expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ sessionId, pageUrl })]);
    expect(sent[0]?.headers.authorization).toMatch(/^Bearer token/);
    expect(registry.requests).toEqual([{ widgetId: registry.id, fresh: false }]);
    await visit.page.evaluate(() => {
      history.pushState(null, '', '/next');
      const calls: { close: () => void; open: () => void } = Object(Reflect.get(window, 'ChatWidget'));
      calls.close();
      calls.open();
    });
    await visit.ask('And here?');
    expect(service.requests.at(-1)?.body).toMatchObject({ pageUrl: new URL('/next', pageUrl).href });
    expect(visit.errors).toEqual([]);
  });

  it('survives a reload with its draft, in the same session', async () => {
    const { service, registry, visit } = await opened();
    await visit.ask('Hello');
    await visit.input.fill('Half a sen');
    await visit.page.reload();
    await visit.log.getByText('You said: Hello').waitFor();
    await expect.poll(() => visit.input.inputValue()).toBe('Half a sen');
    await visit.input.press('Enter');
    await visit.log.getByText('You said: Half a sen').waitFor();
    expect(service.sessions.size).toBe(1);
    expect(registry.requests.at(-1)?.renewal).toMatch(/^renewal/);
  });

  it('repeats a refused call once with a new token', async () => {
    const { service, registry, visit } = await opened();
    await visit.ask('One');
    registry.endTokens();
    await visit.ask('Two');
    expect(service.theConversation().session.messages).toHaveLength(4);
    expect(registry.requests.map(({ renewal }) => !!renewal)).toEqual([false, true]);
  });

  it('renews a token that is about to expire before the next call, and no other token', async () => {
    const { registry, visit } = await opened();
    await visit.page.clock.install();
    for (const message of ['One', 'Two']) {
      await visit.ask(message);
    }
    expect(registry.requests).toHaveLength(1);
    await visit.page.clock.fastForward(850_000);
    await visit.ask('Three');
    expect(registry.requests).toHaveLength(2);
  });

  it('that is ended starts again in another session, also after a reload in between', async () => {
    const { service, registry, visit } = await opened();
    await visit.ask('Hello');
    await endConversation(visit);
    await visit.page.reload();
    await visit.ask('Again');
    await expect.poll(() => visit.log.locator('article').count()).toBe(2);
    expect(service.sessions.size).toBe(2);
    expect(registry.requests.at(-1)).toMatchObject({ fresh: true });
  });

  it('is the same in two tabs', async () => {
    const { service, registry, visit, go } = await opened();
    const two = await go();
    await two.open();
    await visit.send('From the first');
    await two.log.getByText('You said: From the first').waitFor();
    await two.send('From the second');
    await visit.log.getByText('You said: From the second').waitFor();
    await two.panel.locator('summary').click();
    await two.button('End conversation').click();
    await two.button('End conversation').click();
    await expect.poll(() => visit.log.locator('article').count()).toBe(0);
    await visit.send('A new one');
    await two.log.getByText('You said: A new one').waitFor();
    await two.send('Together again');
    await visit.log.getByText('You said: Together again').waitFor();
    expect(service.sessions.size).toBe(2);
    expect(registry.requests.length).toBeLessThan(6);
  });

  it('shares with other tabs only the session of its token', async ({ site }) => {
    await site.context.addInitScript(
      'window.kept = ""; const { setItem } = Storage.prototype; Storage.prototype.setItem = function (key, value) { if (this === localStorage) window.kept += value; setItem.call(this, key, value); }',
    );
    const visit = await site.opened();
    for (const message of ['One', 'Two']) {
      await visit.ask(message);
      await endConversation(visit);
    }
    const kept = String(await visit.frame.locator('body').evaluate('window.kept'));
    const named = new Set([...kept.matchAll(/"sessionId":"([^"]+)"/g)].map(([, id]) => id));
    expect(named).toEqual(new Set(site.service.sessions.keys()));
  });

  it('works without browser storage', async ({ site }) => {
    await site.context.addInitScript(
      'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } })',
    );
    const visit = await site.opened();
    for (const message of ['One', 'Two']) {
      await visit.ask(message);
    }
    expect(site.service.theConversation().session.messages).toHaveLength(4);
    expect(site.registry.requests).toHaveLength(1);
  });
});

describe('without a token the chat is not available, and the visitor is told', () => {
  it.each(['disabled', 'unknown'] as const)('a widget that has become %s', async (state) => {
    const { service, registry, visit } = await opened();
    await visit.ask('Hello');
    registry.state = state;
    await visit.send('Still there?');
    await visit.panel.getByText('This chat is not available here.').waitFor();
    await visit.panel.getByText('Still there?', { exact: true }).waitFor();
    await expect.poll(() => visit.input.isVisible()).toBe(false);
    registry.state = 'enabled';
    await visit.panel.locator('.entry-card').getByRole('button', { name: 'Try again' }).click();
    await visit.input.waitFor();
    await visit.panel
      .getByText('Your message was not sent.')
      .getByRole('button')
      .or(visit.button('Try again'))
      .click();
    await visit.log.getByText('You said: Still there?').waitFor();
    expect(service.theConversation().session.messages).toHaveLength(4);
  });

  it('a service that cannot be reached is called again, and typed text is kept', async ({ site }) => {
    // The message would be sent automatically after some seconds.
    await holdTimers(site.context);
    await site.context.route('**/widget/token', (route) => route.abort());
    const visit = await site.opened();
    await visit.send('Hello');
    await visit.panel.getByText('The chat is busy.').waitFor();
    await site.context.unroute('**/widget/token');
    await visit.button('Try again').click();
    await visit.log.getByText('You said: Hello').waitFor();
  });
});
