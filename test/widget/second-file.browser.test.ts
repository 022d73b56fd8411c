import { describe, expect, it } from 'vitest';
import type { FakeService } from './support/fake-service.ts';
import { inRelease, secondFile } from './support/bundle.ts';
import { withRegisteredSites, withSites } from './support/with-sites.ts';

const CODE = 'Run this:\n\n```\nnpm start\n```\n\nThen wait.';
const partsOf = ({ requests }: FakeService) =>
  requests.map(({ path }) => path).filter((path) => path.endsWith('/extras.js'));

describe.each([
  ['the plain widget', withSites],
  ['a registered widget', withRegisteredSites],
] as const)('the second file of %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('is loaded on first use, once', async () => {
    const { service, conversation } = await startSite();
    const visit = await conversation();
    expect(partsOf(service)).toEqual([]);
    await visit.button('Helpful').first().click();
    await expect.poll(() => service.theConversation().session.messages[1]?.rating).toBe('up');
    await visit.input.fill('x'.repeat(3990));
    await visit.panel.getByText('Characters left: 10').waitFor();
    expect(partsOf(service)).toEqual([await inRelease('extras.js')]);
    expect(visit.errors).toEqual([]);
  });

  it('puts "Copy" at a block of code, and nothing moves', async () => {
    const { service, visit: go } = await startSite();
    const arrived = Promise.withResolvers<void>();
    const code = await secondFile();
    service.fault(await inRelease('extras.js'), (_request, response) => {
      void arrived.promise.then(() =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(code),
      );
    });
    service.setAnswer(() => [CODE]);
    const visit = await go();
    await visit.open();
    await visit.send('How?');
    const after = visit.log.getByText('Then wait.');
    await after.waitFor();
    await expect.poll(() => partsOf(service)).toHaveLength(1);
    const before = await after.boundingBox();
    arrived.resolve();
    await visit.button('Copy').waitFor();
    expect(await after.boundingBox()).toEqual(before);
    expect(await visit.log.locator('pre').innerText()).toBe('npm start');
  });

  it('where it cannot be had the chat goes on, and the transcript can be tried again', async () => {
    const { service, visit: go } = await startSite();
    const path = await inRelease('extras.js');
    service.fault(path, (_request, response) => void response.writeHead(404).end());
    service.setAnswer(() => [CODE]);
    const visit = await go();
    await visit.open();
    await visit.send('How?');
    await visit.log.getByText('Then wait.').waitFor();
    await visit.button('Helpful').first().click();
    await visit.panel.locator('summary').click();
    const save = visit.panel.locator('details button').first();
    await save.click();
    await expect.poll(() => save.innerText()).toBe('Try again');
    service.fault(path, undefined);
    const [download] = await Promise.all([visit.page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toBe('chat.txt');
    expect(visit.errors.filter((error) => !error.includes('404'))).toEqual([]);
  });
});
