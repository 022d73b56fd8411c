import { expect, test } from 'vitest';
import { expectInView } from '../support/browser/visible.ts';
import { freshFixture } from '../support/fixtures.ts';
import { pageWith, startSmallSite } from '../support/website/small-site.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

let price: number | undefined;
const site = freshFixture(() => {
  price = 17;
  return startSmallSite((path) => {
    if (path === '/') return pageWith('Harbour Cycles', ['/bells'], 'Bicycles by the harbour.');
    if (path !== '/bells' || price === undefined) return undefined;
    return pageWith('Brass bells', [], `A brass bell costs ${price} euros.`);
  });
});
const business = freshFixture(() => startBusiness());

test.each(WIDTHS)(
  'a website is added, changed and removed, and visitors get the answers of each, at %i px',
  async (width) => {
    const ask = async (expected: RegExp) => {
      const visitor = await business.visitorAt(width);
      await visitor.send('What does a brass bell cost?');
      await expectInView(visitor.log.getByText(expected).first());
      expect(visitor.errors).toEqual([]);
      await visitor.page.context().close();
    };
    const { page, complaints } = await business.adminAt(width, '#/knowledge');
    await page.getByRole('button', { name: 'Add website' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill(site.origin);
    await dialog.getByRole('button', { name: 'Find pages' }).click();
    const start = page.getByRole('button', { name: 'Start reading' });
    await expectInView(start);
    await start.click();
    await expectInView(page.getByText('Up to date'));
    await ask(/17 euros/);

    price = 19;
    const read = page.getByRole('button', { name: 'Read again now' });
    await read.click();
    await expect.poll(() => site.requests.filter((path) => path === '/bells').length).toBe(2);
    await expectInView(page.getByText('Up to date'));
    await ask(/19 euros/);

    const remove = page.getByRole('button', { name: 'Delete website' });
    await remove.scrollIntoViewIfNeeded();
    await remove.click();
    await expectInView(page.getByRole('dialog').getByText('Delete this website?'));
    await page.getByRole('dialog').getByRole('button', { name: 'Delete website' }).click();
    await expectInView(page.getByText('No knowledge yet'));
    await ask(/no information/);
    expect(await business.service.services.websiteSources.list()).toEqual([]);
    expect(complaints).toEqual([]);
  },
);
