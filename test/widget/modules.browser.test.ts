import { describe, expect, it } from 'vitest';
import type { FakeService } from './support/fake-service.ts';
import { inRelease } from './support/bundle.ts';
import { holdFile } from './support/in-view.ts';
import { WIDGETS, withSites } from './support/with-sites.ts';

const CODE = 'Run this:\n\n```\nnpm start\n```\n\nThen wait.';
const loadsOf = ({ requests }: FakeService, file: string) =>
  requests.map(({ path }) => path).filter((path) => path.endsWith(`/${file}`));

describe.each(WIDGETS)('the panel of %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('is loaded once, when it opens for the first time', async () => {
    const { service, visit: go } = await startSite();
    const visit = await go();
    await visit.launcher.waitFor();
    expect(loadsOf(service, 'panel.js')).toEqual([]);
    await visit.open();
    await visit.ask('Hello');
    await visit.button('Helpful').first().click();
    await expect.poll(() => service.theConversation().session.messages[1]?.rating).toBe('up');
    await visit.button('Close').click();
    await visit.open();
    await visit.input.fill('x'.repeat(3990));
    await visit.panel.getByText('Characters left: 10').waitFor();
    expect(loadsOf(service, 'panel.js')).toEqual([await inRelease('panel.js')]);
    expect(visit.errors).toEqual([]);
  });

  it('shows “Copy” at a block of code, next to its visible part', async () => {
    const { service, visit: go } = await startSite();
    service.setAnswer(() => [CODE]);
    const visit = await go();
    await visit.open();
    await visit.send('How?');
    await visit.log.getByText('Then wait.').waitFor();
    await visit.button('Copy').waitFor();
    const code = visit.log.locator('pre');
    await expect.poll(() => code.innerText()).toBe('npm start');
    const icon = await visit.button('Copy').locator('svg').boundingBox();
    const block = await code.boundingBox();
    if (!icon || !block) throw new Error('no block of code');
    const end = await code.evaluate((one) => one.getBoundingClientRect().left + one.clientWidth);
    expect(icon.y).toBeGreaterThanOrEqual(block.y);
    expect(icon.y + icon.height).toBeLessThanOrEqual(block.y + block.height);
    expect(icon.x).toBeGreaterThanOrEqual(end);
    expect(icon.x + icon.width).toBeLessThanOrEqual(block.x + block.width);
  });

  it('works without the modules for an agent, whose messages are then fetched every 20 s', async () => {
    const { service, visit: go } = await startSite();
    for (const file of ['agent.js', 'forms.js']) {
      service.fault(await inRelease(file), (_request, response) => void response.writeHead(404).end());
    }
    const visit = await go();
    await visit.page.clock.install();
    await visit.open();
    await visit.ask('Hello');
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    service.claim('Mia Berg');
    service.say('I am here.');
    // A jump of the clock may come before the timer that it is for.
    await expect
      .poll(async () => {
        await visit.page.clock.runFor(21_000);
        return visit.log.getByText('I am here.').count();
      })
      .toBe(1);
    expect(visit.errors.filter((error) => !error.includes('404'))).toEqual([]);
  });
});

describe('the panel of the plain widget', () => {
  const startSite = withSites();

  it('is loaded when the pointer comes near, before the click', async () => {
    const { service, visit: go } = await startSite();
    const { page } = await go();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.mouse.move(width - 400, height - 400);
    await page.mouse.move(width - 300, height - 60);
    expect(loadsOf(service, 'panel.js')).toEqual([]);
    await page.mouse.move(width - 120, height - 100);
    await expect.poll(() => loadsOf(service, 'panel.js')).toHaveLength(1);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    await page.locator('chat-widget dialog textarea').waitFor({ state: 'attached' });
  });

  it('is loaded when the launcher gets the focus', async () => {
    const { service, visit: go } = await startSite();
    const { page } = await go();
    await page.keyboard.press('Tab');
    await expect.poll(() => loadsOf(service, 'panel.js')).toHaveLength(1);
  });

  it('shows its frame at once, and its content with the focus when that has come', async () => {
    const { service, visit: go } = await startSite();
    const late = await holdFile(service, 'panel.js');
    const visit = await go({ attributes: 'data-title="Bike shop"' });
    await visit.launcher.click();
    await visit.panel.getByRole('heading', { name: 'Bike shop' }).waitFor();
    await expect.poll(() => loadsOf(service, 'panel.js')).toHaveLength(1);
    await expect.poll(() => visit.input.count()).toBe(0);
    late.release();
    await visit.input.waitFor();
    await expect.poll(() => visit.input.evaluate((one) => one.matches(':focus'))).toBe(true);
    await visit.ask('Hello');
  });

  it('keeps the calls of the page that come before it', async () => {
    const { service, visit: go } = await startSite();
    const late = await holdFile(service, 'panel.js');
    const visit = await go();
    await visit.page.evaluate("ChatWidget.prefill('A draft'); ChatWidget.open()");
    await visit.panel.waitFor();
    late.release();
    await expect.poll(() => visit.input.inputValue()).toBe('A draft');
  });

  it('stays closed if the visitor has closed it before its content has come', async () => {
    const { service, visit: go } = await startSite();
    const late = await holdFile(service, 'panel.js');
    const visit = await go();
    await visit.launcher.click();
    await visit.panel.waitFor();
    await visit.page.keyboard.press('Escape');
    late.release();
    await visit.input.waitFor({ state: 'attached' });
    await expect.poll(() => visit.panel.isVisible()).toBe(false);
    await visit.open();
    await visit.ask('Hello');
  });

  it('is tried once more, and then says that it could not be loaded, with “Try again”', async () => {
    const { service, visit: go } = await startSite();
    const path = await inRelease('panel.js');
    service.fault(path, (_request, response) => void response.writeHead(503).end());
    const visit = await go();
    await visit.launcher.click();
    await visit.panel.getByText('The chat could not be loaded.').waitFor();
    expect(loadsOf(service, 'panel.js')).toHaveLength(2);
    service.fault(path, undefined);
    await visit.button('Try again').click();
    await visit.input.waitFor();
    await visit.ask('Hello');
    expect(visit.errors.filter((error) => !error.includes('503'))).toEqual([]);
  });

  it('is not loaded by a call that needs no chat', async () => {
    const { service, visit: go } = await startSite();
    const { page } = await go();
    await page.evaluate(() => {
      const chat = window.ChatWidget;
      if (!chat || Array.isArray(chat)) throw new Error('There is no chat.');
      chat.hide();
      chat.show();
      chat.setTheme('dark');
      void chat.setLocale('de');
      chat.reset();
    });
    expect(await page.evaluate('ChatWidget.getUnreadCount()')).toBe(0);
    expect(loadsOf(service, 'panel.js')).toEqual([]);
  });

  it('does not look at the messages of a long conversation again with each key', async () => {
    const { service, visit: go } = await startSite();
    const visit = await go();
    await visit.open();
    await visit.ask('Hello');
    const { sessionId, session } = service.theConversation();
    for (let seq = 3; seq <= 300; seq++) {
      const role = seq % 2 ? ('visitor' as const) : ('assistant' as const);
      const createdAt = new Date().toISOString();
      session.messages.push({ id: `m${seq}`, sessionId, seq, role, content: `Message ${seq}`, createdAt });
    }
    await visit.page.reload();
    await visit.log.getByText('Message 300', { exact: true }).waitFor();
    await visit.page.evaluate(() => {
      const { toDateString } = Date.prototype;
      const read = { count: 0 };
      Object.assign(window, { read });
      Date.prototype.toDateString = function () {
        read.count++;
        return toDateString.call(this);
      };
    });
    await visit.input.pressSequentially('Typing');
    await visit.button('Send').waitFor();
    await visit.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await visit.page.evaluate('window.read.count')).toBeLessThan(10);
  });
});
