import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { FakeService } from './support/fake-service.ts';
import { expectInView, isInView } from '../support/browser/visible.ts';
import { expectFocused, holdFile } from './support/in-view.ts';
import type { Site, Visit } from './support/site.ts';
import { answerInTwo, handoff } from './support/turns.ts';
import { withRegisteredSites, withSites } from './support/with-sites.ts';

/** Leaves room for little else in each panel. */
const TEXT = Array.from({ length: 12 }, (_, line) => `Line ${line} of the answer.`).join('\n\n');
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const MOVING = { ...DESK, reducedMotion: 'no-preference' } as const;

interface Place {
  startSite(options?: BrowserContextOptions): Promise<Omit<Site, 'visit'> & { visit(): Promise<Visit> }>;
  options: BrowserContextOptions;
  wide?: boolean;
}

const proposal = {
  id: 'a2a1c1b0-0000-4000-8000-000000000001',
  title: 'Cancel an order',
  question: 'Cancel order 10423?',
  values: [{ label: 'Order number', value: '10423' }],
  expiresAt: '2099-01-01T00:00:00.000Z',
  state: 'waiting',
};
const OFFER = {
  name: 'find_order',
  title: 'Track an order',
  changes: false,
  fields: [{ name: 'orderNumber', label: 'Order number', type: 'text', required: true }],
};

/** The service answers a request with the messages that it stores: `words` of the visitor, and a reply. */
function replyWith(
  service: FakeService,
  path: string,
  { words, more = {}, reply: extra = {} }: { words?: string; more?: object; reply?: object },
) {
  service.fault(path, (_request, response) => {
    const { sessionId, session } = service.theConversation();
    const stored = (role: 'visitor' | 'assistant', content: string, fields = {}) => {
      const seq = session.messages.length + 1;
      const createdAt = new Date().toISOString();
      const message = { id: `m-${seq}`, sessionId, seq, role, content, createdAt, ...fields };
      session.messages.push(message);
      return message;
    };
    const message = words && stored('visitor', words);
    const reply = stored('assistant', 'It has left the house.', extra);
    response.end(JSON.stringify({ sessionId, status: 'open', ...(message && { message }), reply, ...more }));
  });
}

describe.each<[string, Place]>([
  ['at 390 px', { startSite: withSites(), options: PHONE }],
  ['in the wide panel of a frame', { startSite: withRegisteredSites(), options: DESK, wide: true }],
  ['at 1440 px, with motion', { startSite: withSites(), options: MOVING }],
])('the part in view %s', (_where, { startSite, options, wide }) => {
  const start = async (
    extra: Parameters<FakeService['setAnswer']>[1] = {},
    availability: FakeService['people']['availability'] = { status: 'available' },
  ) => {
    const site = await startSite(options);
    site.service.people.availability = availability;
    site.service.setAnswer(() => [TEXT], extra);
    const visit = await site.visit();
    await visit.open();
    if (wide) {
      await visit.panel.locator('summary').click();
      await visit.button('Wide panel').click();
      await visit.page.keyboard.press('Escape');
    }
    await visit.send('Can I return a bike?');
    await visit.log.getByText('Line 11').waitFor();
    return { service: site.service, visit, thread: visit.panel.locator('.thread') };
  };
  const newest = (visit: Visit) => visit.log.locator('article').last().locator('.bubble');

  it('is the form to leave a message, with its first empty field, even if its file loads late', async () => {
    const { service, visit } = await start();
    service.people.availability = { status: 'away' };
    const late = await holdFile(service, 'forms.js');
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    late.release();
    const form = visit.panel.locator('form.card').first();
    await expectInView(form);
    await expectInView(form.getByText('Our team is away right now'));
    const reach = form.getByLabel('E-mail or phone');
    await expectFocused(reach);
    await form.getByRole('button').click();
    await expectInView(form.getByText('Enter an e-mail address or a phone number.'));
    await reach.fill('mia@example.com');
    await form.getByRole('checkbox').check();
    await form.getByRole('button').click();
    await expectInView(visit.panel.getByText('We have your message.'));
  });

  it('is the form, if the answer to an earlier question arrives after it', async () => {
    const { service, visit } = await start();
    service.people.availability = { status: 'away' };
    const answer = answerInTwo(service, ['One moment.', `\n\n${TEXT}`]);
    await visit.send('And a helmet?');
    await visit.panel.getByText('One moment.').waitFor();
    await visit.button('Talk to a person').click();
    const reach = visit.panel.getByLabel('E-mail or phone');
    await expectFocused(reach);
    answer.finish();
    await expect.poll(() => visit.log.getByText('Line 11').count()).toBe(2);
    await expectInView(reach);
  });

  it('is no form that arrives while the visitor writes a message, who keeps the focus', async () => {
    const { service, visit } = await start();
    service.people.availability = { status: 'away' };
    const late = await holdFile(service, 'forms.js');
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    await visit.input.fill('And is it');
    late.release();
    const form = visit.panel.locator('form.card').first();
    await expectInView(form);
    expect(await visit.input.evaluate((one) => one.matches(':focus'))).toBe(true);
    await visit.page.keyboard.type(' open?');
    await expect.poll(() => visit.input.inputValue()).toBe('And is it open?');
  });

  it('stays for a visitor who scrolls away before a form arrives, and gets a button to it', async () => {
    const { service, visit, thread } = await start();
    await visit.send('And a helmet?');
    await expect.poll(() => visit.log.getByText('Line 11').count()).toBe(2);
    service.people.availability = { status: 'away' };
    const late = await holdFile(service, 'forms.js');
    await visit.button('Talk to a person').click();
    await visit.log.getByText('A person was asked to join.').waitFor();
    await thread.evaluate((one) => (one.scrollTop = 0));
    await expectInView(visit.log.getByText('Can I return a bike?'));
    late.release();
    const form = visit.panel.locator('form.card').first();
    await visit.button('New messages').waitFor();
    await expectInView(visit.log.getByText('Can I return a bike?'));
    expect(await form.evaluate((one) => one.matches(':focus-within'))).toBe(false);
    await visit.button('New messages').click();
    await expectInView(form.getByRole('button'));
  });

  it('stays for a visitor who scrolls away before the field for a reason arrives', async () => {
    const { service, visit, thread } = await start();
    await visit.send('And a helmet?');
    await expect.poll(() => visit.log.getByText('Line 11').count()).toBe(2);
    const late = await holdFile(service, 'conversations.js');
    await visit.button('Not helpful').last().click();
    await expect.poll(() => service.theConversation().session.messages[3]?.rating).toBe('down');
    await thread.evaluate((one) => (one.scrollTop = 0));
    await expectInView(visit.log.getByText('Can I return a bike?'));
    late.release();
    const comment = visit.log.getByLabel('Tell us more (optional)');
    await comment.waitFor({ state: 'attached' });
    await expectInView(visit.log.getByText('Can I return a bike?'));
    expect(await comment.evaluate((one) => one.matches(':focus'))).toBe(false);
  });

  it('is the reason form with its buttons on one line', async () => {
    const { visit } = await start();
    await visit.button('Not helpful').last().click();
    const buttons = visit.log.locator('form.why button');
    await expectInView(buttons.last());
    const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });

  it('is the form below a message that was sent while the form was open', async () => {
    const { service, visit } = await start();
    service.people.availability = { status: 'away' };
    await visit.button('Talk to a person').click();
    await visit.panel.locator('form.card').first().waitFor();
    await visit.send('Is it open on Sunday?');
    await expectInView(visit.log.getByText('Is it open on Sunday?'));
  });

  it('are the replies of an agent below a long answer, which then count as seen', async () => {
    const { service, visit, thread } = await start();
    await handoff(service, visit);
    const seen = () =>
      JSON.stringify(service.signals)
        .match(/"type":"seen"[^}]*?"seq":(\d+)/g)
        ?.at(-1);
    const last = ['Hello, I am Mia.', 'I look at your order.', 'It is on its way.'].map((words) =>
      service.say(words),
    );
    await expectInView(visit.log.getByText('It is on its way.'));
    await expectInView(visit.log.getByText('Hello, I am Mia.'));
    await expect.poll(seen).toContain(`"seq":${last.at(-1)?.seq}`);
    await thread.evaluate((one) => (one.scrollTop = 0));
    const below = service.say('Anything else?');
    await visit.button('New messages').waitFor();
    expect(await isInView(visit.log.getByText('Anything else?'))).toBe(false);
    expect(seen()).not.toContain(`"seq":${below.seq}`);
    await visit.button('New messages').click();
    await expectInView(visit.log.getByText('Anything else?'));
    await expect.poll(seen).toContain(`"seq":${below.seq}`);
  });

  it('is the question after a close, and the field for a comment', async () => {
    const { service, visit } = await start();
    await handoff(service, visit);
    service.say(TEXT);
    service.close();
    const card = visit.panel.locator('.card');
    await expectInView(card);
    await visit.button(/^No$/).click();
    await expectFocused(card.getByLabel('Tell us more (optional)'));
    await expectInView(card.getByRole('button', { name: 'Send' }));
    await card.getByRole('button', { name: 'Send' }).click();
    await expectInView(card.getByText('Thank you.'));
  });

  it('is the field for the reason of a rating, even if its file loads late, and the thanks', async () => {
    const { service, visit } = await start();
    const late = await holdFile(service, 'conversations.js');
    await visit.button('Not helpful').click();
    await expect.poll(() => service.theConversation().session.messages[1]?.rating).toBe('down');
    late.release();
    const comment = visit.log.getByLabel('Tell us more (optional)');
    await expectFocused(comment);
    await expectInView(visit.log.getByRole('button', { name: 'Cancel' }));
    await comment.fill('The price is old.');
    await visit.log.getByRole('button', { name: 'Send' }).click();
    await expectInView(visit.log.getByText('Thank you.'));
    expect(await visit.button('Not helpful').evaluate((one) => one.matches(':focus'))).toBe(true);
  });

  it.each([
    ['begins the next message', (visit: Visit) => visit.input.pressSequentially('And')],
    ['sends the next message', (visit: Visit) => visit.send('And a helmet?')],
  ])('is no empty field for the reason any more once the visitor %s', async (_case, goOn) => {
    const { visit } = await start();
    await visit.button('Not helpful').click();
    const comment = visit.log.getByLabel('Tell us more (optional)');
    await expectFocused(comment);
    await goOn(visit);
    await comment.waitFor({ state: 'detached' });
    expect(await visit.input.evaluate((one) => one.matches(':focus'))).toBe(true);
  });

  it('is still the field for the reason of a rating with the words in it, which only the visitor sends', async () => {
    const { service, visit } = await start();
    await visit.button('Not helpful').click();
    const comment = visit.log.getByLabel('Tell us more (optional)');
    await comment.fill('The price is old.');
    await visit.send('And a helmet?');
    await expect.poll(() => visit.log.getByText('Line 11').count()).toBe(2);
    await expect.poll(() => comment.inputValue()).toBe('The price is old.');
    expect(service.requests.filter(({ path }) => path === 'feedback')).toHaveLength(1);
    await visit.log.getByRole('button', { name: 'Send' }).click();
    await visit.log.getByText('Thank you.').waitFor();
  });

  it('is no field for the reason of a rating that was withdrawn while the field’s file was loading', async () => {
    const { service, visit } = await start({ sources: [{ title: 'Prices' }] });
    const rating = () => service.theConversation().session.messages[1]?.rating;
    const late = await holdFile(service, 'conversations.js');
    await visit.button('Not helpful').click();
    await expect.poll(rating).toBe('down');
    await expect.poll(() => visit.button('Not helpful').getAttribute('aria-pressed')).toBe('true');
    await visit.button('Not helpful').click();
    await expect.poll(() => visit.button('Not helpful').getAttribute('aria-pressed')).toBe('false');
    late.release();
    await visit.log.getByRole('group', { name: 'Sources' }).getByRole('button').click();
    await visit.panel.getByRole('dialog', { name: 'Prices' }).waitFor();
    await expect.poll(() => visit.log.getByLabel('Tell us more (optional)').count()).toBe(0);
  });

  it('are the button of an action, its form and its result, even if their file loads late', async () => {
    const { service, visit, thread } = await start({ offers: [OFFER] });
    await expectInView(visit.button('Track an order'));
    const end = await thread.evaluate((one) => one.scrollTop);
    await thread.evaluate((one, top) => (one.scrollTop = top - 60), end);
    await visit.button('Track an order').click();
    const form = visit.log.locator('form.card');
    await expectInView(form);
    await expectFocused(form.getByLabel('Order number'));
    replyWith(service, 'chat/actions', { words: 'Track an order' });
    await form.getByLabel('Order number').fill('10423');
    await form.getByRole('button', { name: 'Send' }).click();
    await expectInView(visit.log.getByText('It has left the house.'));
    await expectInView(newest(visit));
  });

  it('is the result of an action without a form', async () => {
    const { service, visit, thread } = await start({ offers: [{ ...OFFER, fields: [] }] });
    await visit.button('Track an order').waitFor();
    const end = await thread.evaluate((one) => one.scrollHeight - one.clientHeight);
    await thread.evaluate((one, top) => (one.scrollTop = top - 60), end);
    replyWith(service, 'chat/actions', { words: 'Track an order' });
    await visit.button('Track an order').click();
    await expectInView(visit.log.getByText('It has left the house.'));
  });

  it('is the card of a change, and the result of its confirmation', async () => {
    const { service, visit } = await start({ proposal });
    const card = visit.log.locator('.card');
    await expectInView(card);
    const decided = { proposal: { ...proposal, state: 'done' } };
    replyWith(service, `chat/proposals/${proposal.id}`, { more: decided });
    await card.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expectInView(visit.log.getByText('It has left the house.'));
  });

  it('is the refusal of a change, with its form, which keeps the values and gets the focus', async () => {
    const { service, visit } = await start({ offers: [{ ...OFFER, changes: true }] });
    await visit.button('Track an order').click();
    const number = visit.log.getByLabel('Order number');
    await number.fill('10423');
    service.setAnswer(() => [TEXT]);
    replyWith(service, 'chat/actions', { words: 'Track an order', reply: { proposal } });
    await number.press('Enter');
    const decided = { proposal: { ...proposal, state: 'failed' } };
    replyWith(service, `chat/proposals/${proposal.id}`, { more: decided });
    await visit.button(/^Confirm$/).click();
    await visit.log.getByText('Failed', { exact: true }).waitFor();
    const result = visit.log.locator('article').last();
    await expectInView(result);
    await expectFocused(result.getByLabel('Order number'));
    await expect.poll(() => number.inputValue()).toBe('10423');
    await expectInView(result.getByRole('button', { name: 'Send' }));
  });

  it('is the answer below images that load late', async () => {
    const { service, visit } = await start();
    const go = Promise.withResolvers<undefined>();
    service.fault('attachments', (_request, response) => {
      const url = `${service.origin}/api/picture`;
      response.end(JSON.stringify({ attachments: [{ id: 'p', url }] }));
    });
    service.fault('picture', (_request, response) => {
      response.setHeader('content-type', 'image/svg+xml');
      const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>';
      void go.promise.then(() => response.end(picture));
    });
    const { session } = service.theConversation();
    const file = { id: 'p', name: 'bike.png', type: 'png', bytes: 900, width: 300, height: 300 };
    service.setAnswer(() => {
      Object.assign(session.messages.at(-1) ?? {}, { attachments: [file, file, file] });
      return ['This is a nice bike.'];
    });
    await visit.send('bike.png');
    await visit.log.getByText('This is a nice bike.').waitFor();
    go.resolve(undefined);
    await expectInView(visit.log.getByText('This is a nice bike.'));
  });

  it('is the form for a transcript', async () => {
    const { visit } = await start({}, { status: 'available', email: true });
    await visit.panel.locator('summary').click();
    await visit.button('E-mail transcript').click();
    const page = visit.panel.locator('section.list form:not(.link)');
    await expectInView(page);
    await expectFocused(page.getByLabel('E-mail address'));
  });
});
