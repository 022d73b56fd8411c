import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../support/service/agent-service.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice, type DeskPage } from './support/office.ts';

/** 120 input tokens, 20 of them cached, and 30 output tokens at the prices below. */
const COST = 'Cost: $0.000086';

let sessionId: string;
const clock = movedClock();

const office = sharedFixture(() => {
  const settings = {
    OPENAI_BASE_URL: 'http://127.0.0.1:9',
    OPENAI_MODEL: 'scripted',
    MODEL_INPUT_PRICE: '0.25',
    MODEL_CACHED_INPUT_PRICE: '0.025',
    MODEL_OUTPUT_PRICE: '2',
    PLAN_ID: 'start',
  };
  return startOffice({ clock, settings });
});
const mia = sharedFixture(() => office.agent('Mia Berg'));

async function claim(seat: DeskPage): Promise<void> {
  sessionId = await office.conversation('human_requested', 'I want my money back');
  await seat.open(sessionId);
  await seat.button(/^Claim$/).click();
}

describe('what helps an agent to write', () => {
  beforeEach(async () => {
    await claim(mia);
    await mia.field.waitFor();
  });

  test('canned replies are written once for all, found after a slash, and chosen with Enter', async () => {
    await mia.field.fill('/');
    await mia.button('Edit canned replies').click();
    await mia.button('New reply').click();
    await mia.page.getByLabel('Title').fill('Refund');
    await mia.page.getByLabel('Text', { exact: true }).fill('You will have your money back within a week.');
    await mia.button('Save').click();
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Refund' }).waitFor();
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await mia.field.fill('');
    await mia.field.pressSequentially('/refu');
    const option = mia.page.getByRole('option', { name: /Refund/ });
    await option.waitFor();
    expect(await option.getAttribute('aria-selected')).toBe('true');
    await mia.field.press('Enter');
    expect(await mia.field.inputValue()).toBe('You will have your money back within a week.');
    expect(await office.stored(sessionId)).toHaveLength(3);
    await mia.field.press('Enter');
    await expect.poll(() => office.stored(sessionId)).toHaveLength(4);
  });

  test('variables of a canned reply are filled and shown before sending, and a gap keeps it from being sent', async () => {
    await mia.field.fill('/');
    await mia.button('Edit canned replies').click();
    await mia.button('New reply').click();
    await mia.page.getByLabel('Title').fill('Welcome');
    const text = mia.page.getByLabel('Text', { exact: true });
    await text.fill('Hello {{visitor.nmae}}');
    await mia.page.getByText('{{visitor.nmae}} is not a variable.').waitFor();
    expect(await mia.button('Save').isDisabled()).toBe(true);
    await text.fill('Hello {{visitor.name}}, this is {{agent.name}}.');
    await mia.button('Save').click();
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await mia.field.fill('/welc');
    const option = mia.page.getByRole('option', { name: /Welcome/ });
    await option.getByText('Hello {{visitor.name}}, this is Mia Berg.').waitFor();
    await option.getByText('No value for the visitor’s name').waitFor();
    expect(await violations(mia.page)).toEqual([]);
    await mia.field.press('Enter');
    expect(await mia.field.inputValue()).toBe('Hello {{visitor.name}}, this is Mia Berg.');
    await mia.page.getByText('Replace {{visitor.name}} with the visitor’s name').waitFor();
    expect(await mia.button('Send').isDisabled()).toBe(true);
    await mia.field.press('Enter');
    await mia.field.fill('Hello Jonas, this is Mia Berg.');
    await mia.button('Send').click();
    await expect.poll(() => office.stored(sessionId)).toContain('Hello Jonas, this is Mia Berg.');
    expect(await office.stored(sessionId)).toHaveLength(4);
  });

  test('the button for canned replies leaves a reply that is begun as it is, and the chosen one goes below it', async () => {
    await mia.field.fill('Hello Jonas.');
    await mia.button('Canned replies').last().click();
    const option = mia.page.getByRole('option', { name: /Refund/ });
    await option.waitFor();
    expect(await mia.field.inputValue()).toBe('Hello Jonas.');
    await mia.page.keyboard.press('Escape');
    expect(await option.count()).toBe(0);
    expect(await mia.field.inputValue()).toBe('Hello Jonas.');
    await mia.button('Canned replies').last().click();
    await option.click();
    expect(await mia.field.inputValue()).toBe('Hello Jonas.\n\nYou will have your money back within a week.');
    expect(await option.count()).toBe(0);
  });

  test('the characters that are left, or too many, are counted in words', async () => {
    const counted = (length: number, words: string) =>
      mia.field.fill('a'.repeat(length)).then(() => mia.page.getByText(words, { exact: true }).waitFor());
    await counted(3999, '1 character left');
    await counted(4001, '1 character too many');
    await counted(4129, '129 characters too many');
    await mia.field.fill('');
  });

  test('where a colleague was faster with a canned reply, nothing is lost and nothing is written over unasked', async () => {
    const dialog = mia.page.getByRole('dialog');
    await mia.button('Settings').click();
    await mia.list.getByRole('button', { name: 'Canned replies' }).click();
    await dialog.getByRole('button', { name: 'Refund' }).click();
    const lee = await office.agent('Lee Okafor');
    await lee.button('Settings').click();
    await lee.list.getByRole('button', { name: 'Canned replies' }).click();
    await lee.button('Refund').click();
    await lee.page.getByLabel('Title').fill('Refund by Lee');
    await lee.button('Save').click();
    await lee.button('Refund by Lee').waitFor();

    await mia.page.getByLabel('Title').fill('Refund by Mia');
    await mia.button('Save').click();
    await dialog.getByText('Lee Okafor changed this reply.').waitFor();
    expect(await mia.page.getByLabel('Title').inputValue()).toBe('Refund by Mia');
    await mia.button('Save').click();
    await dialog.getByRole('button', { name: 'Refund by Mia' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  test('a private note stands among the messages, marked, and never reaches the visitor', async () => {
    await mia.key('n');
    await mia.page.keyboard.type('Ask Jonas about the invoice');
    await mia.page.keyboard.press('Enter');
    const note = mia.thread.locator('.note', { hasText: 'Ask Jonas about the invoice' });
    await note.getByText('Private note').waitFor();
    expect(await office.stored(sessionId)).not.toContain('Ask Jonas about the invoice');
  });

  test('a suggested reply says what it cost and goes out only when the agent sends it', async () => {
    office.answerer.script({ deltas: ['Your refund is on its way.'] });
    await mia.field.fill('Good news.');
    await mia.button('Suggest a reply').click();
    const suggestion = mia.page.getByRole('region', { name: 'Suggested reply' });
    await suggestion.getByText('Your refund is on its way.').waitFor();
    await suggestion.getByText(COST).waitFor();
    await suggestion.getByRole('button', { name: 'Use' }).click();
    expect(await mia.field.inputValue()).toBe('Good news.\n\nYour refund is on its way.');
    expect(await office.stored(sessionId)).toHaveLength(3);
  });

  test('a summary says what it cost; where the assistant cannot be reached, that is said', async () => {
    const about = mia.page.getByRole('region', { name: 'About this conversation' });
    office.answerer.script({ fails: 'timeout' }, { deltas: ['The visitor wants a refund.'] });
    await about.getByRole('button', { name: 'Summarize' }).click();
    await about.getByText('We could not reach the assistant.').waitFor();
    await about.getByRole('button', { name: 'Summarize' }).click();
    await about.getByText('The visitor wants a refund.').waitFor();
    await about.getByText(COST).waitFor();
  });
});

describe('the seats of the plan', () => {
  test('are told of calmly in the grace period, and clearly to whom they are refused', async () => {
    const lee = await office.agent('Lee Okafor');
    const ana = await office.agent('Ana Souza');
    await claim(lee);
    await lee.field.waitFor();
    expect(await lee.page.getByText('Start plan').count()).toBe(0);
    await claim(ana);
    await ana.field.waitFor();
    await ana.page.getByText('Start plan: over the seat limit. 14 days to upgrade').click();
    await ana.page.getByText('3 agents on 2 seats.').waitFor();

    clock.advance(15 * DAY_MS);
    const jonas = await office.agent('Jonas Keller');
    await claim(jonas);
    const refusal = jonas.page.getByRole('alert').filter({ hasText: 'You cannot claim' });
    await refusal.getByText('All seats of the Start plan are in use (2 seats)').waitFor();
    expect(await refusal.getByRole('link', { name: 'Upgrade plan' }).getAttribute('href')).toMatch(
      /^https:\/\/portal\.azure\.com\//,
    );
    expect(await jonas.field.count()).toBe(0);

    await claim(lee);
    await lee.field.waitFor();
    expect(lee.complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });
});
