import { expect, test } from 'vitest';
import { openContext } from '../support/browser/chromium.ts';
import { expectInView } from '../support/browser/visible.ts';
import { freshFixture } from '../support/fixtures.ts';
import { visitOf } from '../widget/support/site.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const business = freshFixture(() => startBusiness());

test.each(WIDTHS)(
  'a visitor whom no agent can answer leaves a message, and reads the answer by its link on a phone, at %i px',
  async (width) => {
    const visitor = await business.visitorAt(width);
    const question = `Do you ship to Norway at ${width}?`;
    await visitor.send(question);
    await visitor.button('Talk to a person').first().click();
    const address = visitor.panel.getByLabel('E-mail or phone');
    await expectInView(address);
    await address.fill('vera@example.com');
    await visitor.panel.getByRole('checkbox').check();
    const leave = visitor.button('Leave message');
    await expectInView(leave);
    await leave.click();
    await expectInView(visitor.panel.getByText('We have your message.'));
    const sessionId = await visitor.sessionId();
    await visitor.page.close();
    const sent: ReturnType<typeof business.emails> = [];
    const outbox = () => {
      sent.push(...business.emails());
      return sent.length;
    };
    await expect.poll(outbox).toBe(1);
    expect(sent[0]).toMatchObject({ to: ['vera@example.com'] });

    const mia = await business.agentAt('Mia Berg', width);
    await expectInView(mia.row(sessionId).getByText('Message left'));
    await mia.claim(sessionId);
    await expectInView(mia.page.getByText('will be e-mailed to vera@example.com'));
    await mia.say('Yes, we do.');
    await expectInView(mia.thread.getByText('Yes, we do.'));
    await expect.poll(outbox).toBe(2);
    const [, answer] = sent;
    expect(answer?.text).toContain('Yes, we do.');
    expect(answer?.text).toContain(question);

    const phone = await openContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    const vera = visitOf(await phone.newPage());
    await vera.page.goto(business.linkIn(sent.slice(1)));
    const open = vera.button('Open conversation');
    await expectInView(open);
    await open.click();
    await expectInView(vera.log.getByText('Yes, we do.'));
    // The link's secret leaves the address.
    expect(vera.page.url()).toBe(business.site);
    await vera.send('Great, thank you');
    await expectInView(mia.thread.getByText('Great, thank you'));
    const session = await business.service.session(sessionId);
    expect(session).toMatchObject({ status: 'claimed', claimedByName: 'Mia Berg' });
    expect([visitor.errors, vera.errors, mia.complaints]).toEqual([[], [], []]);
    await phone.close();
    await mia.context.close();
  },
);
