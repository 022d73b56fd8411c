import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { answerInTwo, endConversation } from './support/turns.ts';
import { withSites } from './support/with-sites.ts';

const TEXT = 'Which of these do you mean?\n\n- Returns\n- Refunds \\[EU\\]';
const suggestions = ['Returns', 'Refunds [EU]'];

describe('suggestions', () => {
  const startSite = withSites();

  const asked = async () => {
    const site = await startSite();
    site.service.setAnswer(() => [TEXT], { suggestions });
    const visit = await site.opened();
    await visit.send('What about it?');
    await visit.button('Refunds [EU]').waitFor();
    return { ...site, visit };
  };

  it('are buttons in place of their list items, and send their text', async () => {
    const { service, visit } = await asked();
    await expect.poll(() => visit.log.getByRole('listitem').allInnerTexts()).toEqual(suggestions);
    await expect
      .poll(() => visit.log.getByRole('listitem').getByRole('button').allInnerTexts())
      .toEqual(suggestions);
    service.setAnswer(() => ['Within 30 days.']);
    await visit.button('Refunds [EU]').click();
    await visit.log.getByText('Within 30 days.').waitFor();
    expect(service.theConversation().session.messages.map(({ content }) => content)).toEqual([
      'What about it?',
      TEXT,
      'Refunds [EU]',
      'Within 30 days.',
    ]);
    await expect.poll(() => visit.button('Returns').isDisabled()).toBe(true);
    expect(visit.errors).toEqual([]);
  });

  it('can be chosen once by the keyboard, and the focus stays in the conversation', async () => {
    const { service, visit } = await asked();
    const { finish } = answerInTwo(service, ['So', ' be it.']);
    await visit.button('Returns').focus();
    await visit.page.keyboard.press('Enter');
    await visit.panel.getByText('So', { exact: true }).waitFor();
    await expect.poll(() => visit.button('Returns').isDisabled()).toBe(true);
    await expect.poll(() => visit.button('Refunds [EU]').isDisabled()).toBe(true);
    expect(await visit.panel.locator('.thread').evaluate((thread) => thread.matches(':focus'))).toBe(true);
    await visit.page.keyboard.press('Enter');
    finish();
    await visit.log.getByText('So be it.').waitFor();
    expect(service.theConversation().session.messages).toHaveLength(4);
  });

  it('are there after a reload, but only those of the newest answer', async () => {
    const { service, visit } = await asked();
    service.setAnswer(() => ['And which of these?\n\n1. Parcels\n2. Bicycles'], {
      suggestions: ['Parcels', 'Bicycles'],
    });
    await visit.button('Returns').click();
    await visit.button('Parcels').waitFor();
    await visit.page.reload();
    await visit.button('Parcels').waitFor();
    await expect.poll(() => visit.button('Parcels').isEnabled()).toBe(true);
    await expect.poll(() => visit.button('Returns').isEnabled()).toBe(false);
  });

  it('can no longer be chosen once the conversation has ended', async () => {
    const { service, visit } = await asked();
    await visit.button('Talk to a person').click();
    await expect.poll(() => service.sockets()).toBe(1);
    service.close();
    await visit.panel.getByText('This conversation has ended.').waitFor();
    await visit.button('Returns').click();
    await visit.button('Start a new conversation').click();
    await expect.poll(() => visit.log.locator('article').count()).toBe(0);
    expect(service.requests.filter(({ path }) => path === 'chat/stream')).toHaveLength(1);
    await expect.poll(() => visit.button('Returns').count()).toBe(0);
  });

  it('disappear with a conversation that the visitor ends', async () => {
    const { visit } = await asked();
    await endConversation(visit);
    await expect.poll(() => visit.button('Returns').count()).toBe(0);
  });

  it.each([
    ['no list', { 0: 'Returns', length: 1 }],
    ['no texts', [{}, 1, null, ['Returns']]],
    ['others than the items', ['<img src=x onerror=alert(1)>', 'Return']],
  ])('that are %s leave the answer unchanged', async (_what, broken) => {
    const site = await startSite();
    const extra = {};
    Reflect.set(extra, 'suggestions', broken);
    site.service.setAnswer(() => [TEXT], extra);
    const visit = await site.opened();
    await visit.send('What about it?');
    await visit.log.getByText('Refunds [EU]').waitFor();
    await expect.poll(() => visit.log.getByRole('listitem').getByRole('button').count()).toBe(0);
    expect(visit.errors).toEqual([]);
  });
});

describe('suggestions on a right-to-left page', () => {
  const startSite = withSites();

  it.each([
    ['light', 'all'],
    ['dark', 'colors'],
  ] as const)('start where the text starts, %s, and axe-core finds nothing', async (scheme, rules) => {
    const site = await startSite({ colorScheme: scheme });
    const titles = ['الإرجاع والاستبدال', 'رسوم الشحن'];
    site.service.setAnswer(
      () => [`أيّ هذه المواضيع تقصد؟\n\n${titles.map((title) => `- ${title}`).join('\n')}`],
      {
        suggestions: titles,
      },
    );
    const visit = await site.opened({ lang: 'ar' });
    await visit.send('الإرجاع');
    const chip = visit.log.getByRole('button', { name: titles[0] ?? '' });
    await chip.waitFor();
    const [button, bubble] = await Promise.all([
      chip.boundingBox(),
      visit.log.locator('.assistant .bubble').boundingBox(),
    ]);
    const end = (box: typeof button) => (box ? box.x + box.width : Number.NaN);
    expect(Math.abs(end(button) - end(bubble))).toBeLessThan(2);
    expect(await violations(visit.page, { include: ['chat-widget'] }, rules)).toEqual([]);
  });
});
