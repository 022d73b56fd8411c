import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { registerWidget } from '../support/clients/registered-widgets.ts';
import { askToken, say } from '../support/clients/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startVisitorDirectory } from '../support/servers/visitor-directory.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice());
const directory = sharedFixture(() => startVisitorDirectory());
const mia = sharedFixture(() => office.agent('Mia Berg'));
/** By its address: what waits for no person is not in the queue. */
async function open(sessionId: string): Promise<void> {
  await mia.page.evaluate((id) => void (location.hash = `#/c/${id}`), sessionId);
  await mia.thread.locator('.entry[data-seq]').first().waitFor();
  if (!(await about().isVisible())) await mia.button('About this conversation').click();
}
const about = () => mia.page.getByRole('region', { name: 'About this conversation' });

test('an agent sees the pages from which a visitor wrote, the newest first', async () => {
  const sessionId = randomUUID();
  for (const page of ['prices', 'delivery']) {
    const pageUrl = `https://shop.example/${page}`;
    await office.service.post('/api/chat', { message: 'Hello', sessionId, pageUrl });
  }
  await open(sessionId);
  const pages = about().getByRole('list').getByRole('link');
  await expect.poll(() => pages.allInnerTexts()).toEqual(['shop.example/delivery', 'shop.example/prices']);
  expect(await violations(mia.page)).toEqual([]);
});

test('an agent opens another conversation of a verified visitor, and finds the first one there', async () => {
  directory.person = { sub: 'zoe|1', name: 'Zoë' };
  const signIn = { issuer: directory.issuer, clientId: directory.clientId, required: true };
  const { id } = await registerWidget(office.service, { signIn });
  const sent = await office.service.get(`/api/widget/sign-in?w=${id}`);
  const cookie = sent.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const back = await directory.signIn(sent.headers.get('location') ?? '');
  const page = await office.service.get(back.slice(office.service.origin.length), { cookie });
  const proof = /data-proof="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const first = await askToken(office.service, id, { proof });
  await say(office.service, first, { message: 'Where is my order?' });
  const next = await askToken(office.service, id, { renewal: first.renewal, fresh: true });
  await say(office.service, next, { message: 'Another question' });

  await open(next.sessionId);
  await about().getByRole('heading', { name: 'Other conversations' }).waitFor();
  await about().getByRole('link', { name: 'Where is my order?' }).click();
  await expect.poll(() => mia.page.url()).toContain(first.sessionId);
  await mia.thread.getByText('Where is my order?').waitFor();
  await about().getByRole('link', { name: 'Another question' }).waitFor();
  await mia.page.setViewportSize({ width: 360, height: 740 });
  const sticksOut = () =>
    mia.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(sticksOut).toBe(0);
  expect(await violations(mia.page)).toEqual([]);
});
