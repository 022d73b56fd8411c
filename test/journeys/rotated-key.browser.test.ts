import { expect, test } from 'vitest';
import { expectInView } from '../support/browser/visible.ts';
import { bearer } from '../support/clients/admin.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const business = freshFixture(() => startBusiness());

test.each(WIDTHS)(
  'the admin key is created and rotated, each key ends the one before, and visitors notice nothing, at %i px',
  async (width) => {
    const { service } = business;
    const statusWith = async (key?: string) =>
      (await service.get('/api/sessions', key === undefined ? {} : bearer(key))).status;
    const visitor = await business.visitorAt(width);
    await visitor.send('Hello');
    const { page, complaints } = await business.adminAt(width, '#/settings/admin-key');

    const renew = async (verb: 'Create' | 'Rotate') => {
      const name = `${verb} admin key`;
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: /key$/ }).click();
      const made = page.getByRole('dialog', { name: 'Your new admin key' });
      await expectInView(made.getByRole('status'));
      const key = await made.getByRole('status').innerText();
      await made.getByLabel('I have stored the key').check();
      const done = made.getByRole('button', { name: 'Done' });
      await expectInView(done);
      await done.click();
      return key;
    };
    const first = await renew('Create');
    expect([await statusWith(), await statusWith(first)]).toEqual([401, 200]);
    const second = await renew('Rotate');
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);

    // The admin who rotates stays signed in; another browser signs in with the new key.
    await page.reload();
    await expectInView(page.getByRole('heading', { level: 1, name: 'Admin key' }));
    const other = await business.adminAt(width, '#/conversations');
    await other.page.getByLabel('Admin key').fill(second);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await expectInView(other.page.getByRole('heading', { level: 1, name: 'Conversations' }));
    await visitor.send('Still there?');
    await expect.poll(async () => (await business.stored(await visitor.sessionId())).length).toBe(4);
    expect([visitor.errors, complaints]).toEqual([[], []]);
  },
);
