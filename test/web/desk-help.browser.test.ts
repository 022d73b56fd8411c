import { beforeEach, describe, expect, test } from 'vitest';
import { movedClock } from '../support/clocks/real-clock.ts';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice, type DeskPage } from './support/office.ts';

/** 120 input tokens, 20 of them cached, and 30 output tokens at the prices below. */

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
  office.answerer.script({ deltas: ['In two weeks.'], result: { basis: { queries: [], sections: [] } } });
  sessionId = await office.conversation('human_requested', 'I want my money back');
  await seat.open(sessionId);
  await seat.button(/^Claim$/).click();
}

describe('writing help for an agent', () => {
  beforeEach(async () => {
    await claim(mia);
    await mia.field.waitFor();
  });

  test('an answer of the assistant is corrected for the admins, and the correction is undone', async () => {
    const { page } = mia;
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    const field = page.getByLabel('Answer as it should be');
    await field.waitFor();
    expect(await violations(page)).toEqual([]);
    await field.fill('You have your money back within a week.');
    await page.getByRole('button', { name: 'Send correction' }).click();
    await page.getByRole('dialog', { name: 'Correction sent' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByText('Corrected by Mia Berg: You have your money back within a week.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Corrected by').waitFor({ state: 'detached' });
  });

  test('canned replies are shared by all agents, found after a slash, and chosen with Enter', async () => {
    await mia.field.fill('/');
    await mia.button('Edit canned replies').click();
    await mia.button('New reply').click();
    expect(await violations(mia.page)).toEqual([]);
    await mia.page.getByLabel('Title').fill('Refund');
    await mia.page.getByLabel('Text', { exact: true }).fill('You will have your money back within a week.');
    await mia.button('Save').click();
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Refund' }).waitFor();
    expect(await violations(mia.page)).toEqual([]);
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await mia.field.fill('');
    await mia.field.pressSequentially('/refu');
    const option = mia.page.getByRole('option', { name: /Refund/ });
    await option.waitFor();
    await expect.poll(() => option.getAttribute('aria-selected')).toBe('true');
    await mia.field.press('Enter');
    await expect.poll(() => mia.field.inputValue()).toBe('You will have your money back within a week.');
    expect(await office.stored(sessionId)).toHaveLength(3);
    await mia.field.press('Enter');
    await expect.poll(() => office.stored(sessionId)).toHaveLength(4);
  });

  test('variables of a canned reply are filled and shown before sending, and an empty one prevents sending', async () => {
    await mia.field.fill('/');
    await mia.button('Edit canned replies').click();
    await mia.button('New reply').click();
    await mia.page.getByLabel('Title').fill('Welcome');
    const text = mia.page.getByLabel('Text', { exact: true });
    await text.fill('Hello {{visitor.nmae}}');
    await mia.page.getByText('{{visitor.nmae}} is not a variable.').waitFor();
    await mia.page.getByLabel('Text', { exact: true }).fill('Hello {visitor.name}');
    await mia.page.getByText('{visitor.name} is not a variable. Write {{visitor.name}}.').waitFor();
    await expect.poll(() => mia.button('Save').isDisabled()).toBe(true);
    await text.fill('Hello {{visitor.name}}, this is {{agent.name}}.');
    await mia.button('Save').click();
    await mia.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await mia.field.fill('/welc');
    const option = mia.page.getByRole('option', { name: /Welcome/ });
    await option.getByText('Hello {{visitor.name}}, this is Mia Berg.').waitFor();
    await option.getByText('No value for the visitor’s name').waitFor();
    expect(await violations(mia.page)).toEqual([]);
    await mia.field.press('Enter');
    await expect.poll(() => mia.field.inputValue()).toBe('Hello {{visitor.name}}, this is Mia Berg.');
    await mia.page.getByText('Replace {{visitor.name}} with the visitor’s name').waitFor();
    await expect.poll(() => mia.button('Send').isDisabled()).toBe(true);
    await mia.field.press('Enter');
    await mia.field.fill('Hello Jonas, this is Mia Berg.');
    await mia.button('Send').click();
    await expect.poll(() => office.stored(sessionId)).toContain('Hello Jonas, this is Mia Berg.');
    expect(await office.stored(sessionId)).toHaveLength(4);
  });

  test('the button for canned replies keeps the text of a reply, and the chosen one is added below it', async () => {
    await mia.field.fill('Hello Jonas.');
    await mia.button('Canned replies').last().click();
    const option = mia.page.getByRole('option', { name: /Refund/ });
    await option.waitFor();
    await expect.poll(() => mia.field.inputValue()).toBe('Hello Jonas.');
    await mia.page.keyboard.press('Escape');
    await expect.poll(() => option.count()).toBe(0);
    await expect.poll(() => mia.field.inputValue()).toBe('Hello Jonas.');
    await mia.button('Canned replies').last().click();
    await option.click();
    await expect
      .poll(() => mia.field.inputValue())
      .toBe('Hello Jonas.\n\nYou will have your money back within a week.');
    await expect.poll(() => option.count()).toBe(0);
  });

  test('the button for canned replies leaves no slash in an empty reply', async () => {
    await mia.field.fill('');
    await mia.button('Canned replies').last().click();
    const option = mia.page.getByRole('option', { name: /Refund/ });
    await option.waitFor();
    await expect.poll(() => mia.field.inputValue()).toBe('');
    await mia.page.keyboard.press('Escape');
    await expect.poll(() => option.count()).toBe(0);
    await expect.poll(() => mia.row(sessionId).innerText()).not.toContain('Draft');
    await mia.button('Canned replies').last().click();
    await mia.page.keyboard.type('refu');
    await option.waitFor();
    await mia.page.keyboard.press('Enter');
    await expect.poll(() => mia.field.inputValue()).toBe('You will have your money back within a week.');
    await mia.field.fill('/');
    await option.waitFor();
    await mia.page.keyboard.press('Escape');
    await expect.poll(() => mia.field.inputValue()).toBe('');
  });

  test('the number of remaining or excess characters is shown in words', async () => {
    const counted = (length: number, words: string) =>
      mia.field.fill('a'.repeat(length)).then(() => mia.page.getByText(words, { exact: true }).waitFor());
    await counted(3999, '1 character left');
    await counted(4001, '1 character too many');
    await counted(4129, '129 characters too many');
    await mia.field.fill('');
  });

  test('a conflict with a colleague’s canned reply keeps both texts, and overwrites only after a confirmation', async () => {
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
    await expect.poll(() => mia.page.getByLabel('Title').inputValue()).toBe('Refund by Mia');
    await mia.button('Save').click();
    await dialog.getByRole('button', { name: 'Refund by Mia' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  test('a suggested reply is sent only when the agent sends it', async () => {
    office.answerer.script({ deltas: ['Your refund is on its way.'] });
    await mia.field.fill('Good news.');
    await mia.button('Suggest a reply').click();
    const suggestion = mia.page.getByRole('region', { name: 'Suggested reply' });
    await suggestion.getByText('Your refund is on its way.').waitFor();
    await suggestion.getByRole('button', { name: 'Use' }).click();
    await expect.poll(() => mia.field.inputValue()).toBe('Good news.\n\nYour refund is on its way.');
    expect(await office.stored(sessionId)).toHaveLength(3);
  });

  test('a summary shows no cost, and an error if the model cannot be reached', async () => {
    const about = mia.page.getByRole('region', { name: 'About this conversation' });
    office.answerer.script({ fails: 'timeout' }, { deltas: ['The visitor wants a refund.'] });
    await about.getByRole('button', { name: 'Summarize' }).click();
    await about.getByText('The language model could not be reached.').waitFor();
    await about.getByRole('button', { name: 'Summarize' }).click();
    await about.getByText('The visitor wants a refund.').waitFor();
    await expect.poll(() => about.getByText(/cost|\$/i).count()).toBe(0);
  });
});
