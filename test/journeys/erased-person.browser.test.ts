import { expect, test } from 'vitest';
import { expectInView } from '../support/browser/visible.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const business = freshFixture(() => startBusiness());

test.each(WIDTHS)(
  'a person who left an address is found by it and erased, and others stay, at %i px',
  async (width) => {
    const leave = async (email: string, message: string) => {
      const sessionId = crypto.randomUUID();
      const left = { sessionId, message, email, consent: true };
      expect((await business.service.post('/api/contact', left)).status).toBe(200);
      return sessionId;
    };
    const erased = await leave('vera@example.com', 'Where is my red bicycle?');
    const other = await leave('omar@example.com', 'Where is my blue bicycle?');
    await expect.poll(() => business.emails().length).toBeGreaterThan(0);

    const { page, complaints } = await business.adminAt(width, '#/conversations');
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('vera@example.com');
    const erase = page.getByRole('button', { name: 'Erase this person (1)' });
    await expectInView(erase);
    await erase.click();
    const dialog = page.getByRole('dialog', { name: 'Erase this person?' });
    // A person without a name is called by the address, once.
    await expectInView(dialog.getByText(/^vera@example\.com: 1 conversation, on /));
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await expectInView(page.getByText('Nothing found'));

    const { service } = business;
    const read = (sessionId: string) => service.get(`/api/messages?sessionId=${sessionId}`);
    expect((await read(erased)).status).toBe(404);
    expect((await read(other)).status).toBe(200);
    const found = async (words: string) =>
      await (await service.get(`/api/sessions/search?q=${words}`)).text();
    expect(await found('red')).not.toContain('bicycle?');
    expect(await found('blue')).toContain('blue bicycle?');
    expect(complaints).toEqual([]);
  },
);
