import { describe, expect, it } from 'vitest';
import type { FakeService } from './support/fake-service.ts';
import { inRelease, secondFile } from './support/bundle.ts';
import { WIDGETS, withSites } from './support/with-sites.ts';

const CODE = 'Run this:\n\n```\nnpm start\n```\n\nThen wait.';
const partsOf = ({ requests }: FakeService) =>
  requests.map(({ path }) => path).filter((path) => path.endsWith('/extras.js'));

describe.each(WIDGETS)('the second file of %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('is loaded once, when the panel opens for the first time', async () => {
    const { service, visit: go } = await startSite();
    const visit = await go();
    await visit.launcher.waitFor();
    expect(partsOf(service)).toEqual([]);
    await visit.open();
    await visit.ask('Hello');
    await visit.button('Helpful').first().click();
    await expect.poll(() => service.theConversation().session.messages[1]?.rating).toBe('up');
    await visit.button('Close').click();
    await visit.open();
    await visit.input.fill('x'.repeat(3990));
    await visit.panel.getByText('Characters left: 10').waitFor();
    expect(partsOf(service)).toEqual([await inRelease('extras.js')]);
    expect(visit.errors).toEqual([]);
  });

  it('formats an answer that waited for it, and "Copy" at a block of code does not move the text', async () => {
    const { service, visit: go } = await startSite();
    const arrived = Promise.withResolvers<void>();
    const script = await secondFile();
    service.fault(await inRelease('extras.js'), (_request, response) => {
      void arrived.promise.then(() =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
      );
    });
    service.setAnswer(() => [CODE]);
    const visit = await go();
    await visit.open();
    await visit.send('How?');
    const after = visit.log.getByText('Then wait.');
    await visit.log.getByText('How?').waitFor();
    await expect.poll(() => partsOf(service)).toHaveLength(1);
    await expect.poll(() => service.theConversation().session.messages.length).toBe(2);
    expect(await visit.panel.getByText('Then wait.').count()).toBe(0);
    arrived.resolve();
    await after.waitFor();
    const before = await after.boundingBox();
    await visit.button('Copy').waitFor();
    expect(await after.boundingBox()).toEqual(before);
    const code = visit.log.locator('pre');
    expect(await code.innerText()).toBe('npm start');
    const icon = await visit.button('Copy').locator('svg').boundingBox();
    const block = await code.boundingBox();
    if (!icon || !block) throw new Error('no block of code');
    const end = await code.evaluate((one) => one.getBoundingClientRect().left + one.clientWidth);
    // In the block's upper corner, next to the visible part of the code.
    expect(icon.y).toBeGreaterThanOrEqual(block.y);
    expect(icon.y + icon.height).toBeLessThanOrEqual(block.y + block.height);
    expect(icon.x).toBeGreaterThanOrEqual(end);
    expect(icon.x + icon.width).toBeLessThanOrEqual(block.x + block.width);
  });

  it('can fail to load without stopping the chat or a handoff, and is tried again when the panel opens', async () => {
    const { service, visit: go } = await startSite();
    const path = await inRelease('extras.js');
    service.fault(path, (_request, response) => void response.writeHead(404).end());
    const sources = [
      { title: 'Start', url: 'https://acme.test/start' },
      { title: 'Terms', url: 'javascript:1' },
    ];
    service.setAnswer(() => [CODE], { sources });
    const visit = await go();
    await visit.page.clock.install();
    await visit.open();
    await visit.send('How?');
    await visit.log.getByText('Then wait.').waitFor();
    await visit.log.getByText('Terms').waitFor();
    expect(
      await visit.log.getByRole('link').evaluateAll((links) => links.map((one) => one.outerHTML)),
    ).toEqual(['<a class="" href="https://acme.test/start" target="_blank" rel="noreferrer">Start</a>']);
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    expect(await visit.button('Helpful').count()).toBe(0);
    service.claim('Mia Berg');
    service.say('I am here.');
    // It asks for messages every 20 s; a jump of the clock may come before the timer that it is for.
    await expect
      .poll(async () => {
        await visit.page.clock.runFor(21_000);
        return visit.log.getByText('I am here.').count();
      })
      .toBe(1);
    service.fault(path, undefined);
    await visit.button('Close').click();
    await visit.open();
    await visit.button('Helpful').first().waitFor();
    const row = visit.log.getByRole('group', { name: 'Sources' }).first();
    expect(await row.getByRole('button').allTextContents()).toEqual(['1Start', '2Terms']);
    expect(await row.getByRole('link').count()).toBe(0);
    await visit.panel.locator('summary').click();
    const [download] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.button('Download transcript').click(),
    ]);
    expect(download.suggestedFilename()).toBe('chat.txt');
    expect(visit.errors.filter((error) => !error.includes('404'))).toEqual([]);
  });
});

describe('before the panel is open', () => {
  const startSite = withSites();

  it('neither the initials are computed nor the second file is requested', async () => {
    const { visit: go } = await startSite();
    const visit = await go({ attributes: 'data-title="Bike shop"' });
    await visit.launcher.waitFor();
    const face = () =>
      visit.page.evaluate(
        () => document.querySelector('chat-widget')?.shadowRoot?.querySelector('.face')?.textContent,
      );
    expect(await face()).toBe('');
    await visit.page.evaluate(() => {
      const { show } = HTMLDialogElement.prototype;
      HTMLDialogElement.prototype.show = function () {
        show.call(this);
        performance.mark('open');
      };
    });
    await visit.open();
    await expect.poll(face).toBe('BS');
    const at = (name: string) =>
      visit.page.evaluate(
        (end) => performance.getEntries().find((entry) => entry.name.endsWith(end))?.startTime ?? 0,
        name,
      );
    await expect.poll(() => at('/extras.js')).toBeGreaterThan(0);
    expect(await at('/extras.js')).toBeGreaterThanOrEqual(await at('open'));
    expect(await at('open')).toBeGreaterThan(0);
  });
});
