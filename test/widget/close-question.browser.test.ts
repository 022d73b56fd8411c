import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { handoff } from './support/turns.ts';
import { WIDGETS } from './support/with-sites.ts';

describe.each(WIDGETS)('after a close, %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('asks once whether it helped, accepts a comment, and does not cover a new conversation', async () => {
    const site = await startSite();
    const { people } = site.service;
    const visit = await site.conversation();
    const { panel } = visit;
    await handoff(site.service, visit);
    site.service.close();
    await panel.getByText('Did this help?').waitFor();
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    const held: ServerResponse[] = [];
    site.service.fault('rating', (_request, response) => void held.push(response));
    await visit.button('Yes').click();
    await expect.poll(() => held).toHaveLength(1);
    // The second answer waits for the first, whose failure does not take it back.
    await visit.button(/^No$/).click();
    site.service.fault('rating', undefined);
    held[0]?.writeHead(503).end();
    await expect.poll(() => people.ratings).toMatchObject([{ helpful: false }]);
    await expect.poll(() => visit.button(/^No$/).getAttribute('aria-pressed')).toBe('true');
    site.service.fault('rating', (_request, response) => void response.writeHead(503).end());
    await visit.button('Yes').click();
    await panel.getByText('Your answer was not sent.').waitFor();
    site.service.fault('rating', undefined);
    await panel.getByLabel('Tell us more (optional)').fill('It took long.');
    await panel.locator('.card').getByRole('button', { name: 'Send' }).click();
    await panel.getByText('Thank you.').waitFor();
    expect(people.ratings.at(-1)).toMatchObject({ helpful: false, comment: 'It took long.' });
    await visit.page.reload();
    await panel.getByText('This conversation has ended.').waitFor();
    await panel.locator('summary').waitFor();
    await expect.poll(() => panel.getByText('Did this help?').count()).toBe(0);
    await visit.button('Start a new conversation').click();
    await expect.poll(() => visit.log.locator('article').count()).toBe(0);
    await expect.poll(() => panel.getByText('Did this help?').count()).toBe(0);
  });
});
