import { expect, test } from 'vitest';
import { startSmtp } from '../fakes/smtp-server.ts';
import { openContext } from '../support/browser/chromium.ts';
import { readEmail } from '../support/email-text.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { visitOf } from '../widget/support/site.ts';
import { startOffice } from './support/office.ts';

const smtp = sharedFixture(() => startSmtp());
const office = sharedFixture(() =>
  startOffice({ settings: { SMTP_URL: smtp.url, EMAIL_FROM: 'chat@shop.example' } }),
);
const mia = sharedFixture(() => office.agent('Mia Berg', { viewport: { width: 1440, height: 900 } }));

test('the link of an agent’s e-mail opens the conversation on its page, in a browser that does not know it, once', async ({
  onTestFinished,
}) => {
  const sessionId = crypto.randomUUID();
  const left = { sessionId, message: 'Do you ship?', email: 'vera@example.com', consent: true };
  const page = { pageUrl: office.site };
  expect((await office.service.post('/api/contact', { ...left, ...page })).status).toBe(200);
  await mia.claim(sessionId);
  const about = mia.page.getByRole('region', { name: 'Message left' });
  await about.getByRole('button', { name: 'Reply by email' }).click();
  await about.getByLabel('Reply by email').fill('Yes, we do.');
  await about.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => smtp.accepted).toHaveLength(1);
  const [link = ''] = /http\S+#chat-link=\S+/.exec(readEmail(smtp.accepted[0]?.content ?? '').text) ?? [];
  expect(link.startsWith(office.site)).toBe(true);

  const arrive = async () => {
    const context = await openContext({ locale: 'en-GB', reducedMotion: 'reduce' });
    onTestFinished(() => context.close());
    const visit = visitOf(await context.newPage());
    await visit.page.goto(link);
    return visit;
  };
  const filter = await arrive();
  await filter.button('Open conversation').waitFor();
  await filter.page.close();
  const vera = await arrive();
  await vera.button('Open conversation').click();
  await vera.log.getByText('Yes, we do.').waitFor();
  expect(vera.page.url()).toBe(office.site);
  await vera.send('Great, thank you');
  await expect.poll(() => office.stored(sessionId)).toContain('Great, thank you');
  const other = await arrive();
  await other.button('Open conversation').click();
  await other.panel.getByText('This link has expired or was used before.').waitFor();
  expect(await other.log.getByText('Yes, we do.').count()).toBe(0);
  expect(vera.errors).toEqual([]);
});
