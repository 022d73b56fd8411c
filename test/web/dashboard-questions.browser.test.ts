import { expect, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { AnswersReply } from '../../src/assistants/wire/answers.ts';
import { freshFixture } from '../support/fixtures.ts';
import { hoursAgo, startDashboard } from './support/dashboard.ts';
import type { Story } from './support/stories.ts';

const dashboard = freshFixture(() => startDashboard());

const unanswered = (question: string, hours: number, ...more: Story['events']) =>
  dashboard.tell({
    startedAtMs: hoursAgo(hours),
    events: [{ visitor: question }, { assistant: 'I do not know.', unanswered: true }, ...more],
  });

const answers = async () =>
  AnswersReply.parse(await (await dashboard.service.get('/api/answers')).json()).answers;

test('a question is answered with the agent’s reply and asked again, and the answer is undone', async () => {
  await unanswered(
    'May I bring my parrot?',
    3,
    { asksForPerson: true },
    { after: 60, claimedBy: 'Dana Meyer' },
    { after: 30, agent: 'Parrots are welcome on Tuesdays.' },
  );
  await unanswered('Can I bring a parrot, please?', 2);
  const { page, complaints } = await dashboard.visit({ at: '#/questions' });
  await page.getByRole('link', { name: /Can I bring a parrot, please\?.*2 times/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Can I bring a parrot, please?' }).waitFor();
  const asked = page.getByRole('complementary', { name: 'Asked 2 times' });
  await asked.getByRole('link', { name: 'May I bring my parrot?' }).click();
  await page.getByText('Parrots are welcome on Tuesdays.').waitFor();

  await page.goBack();
  const add = page.getByRole('button', { name: 'Add answer' });
  await add.waitFor();
  await expect.poll(() => add.isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: /Draft|Use the agent/ }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Parrots may come on **Tuesdays**.');
  await page.getByLabel('Heading').fill('Bring a parrot');
  await page.getByText('Added to answers.md.').waitFor();
  await add.click();
  await page.getByRole('heading', { name: 'Answer added' }).waitFor();
  await page.locator('.entry.assistant strong', { hasText: 'Tuesdays' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await answers()).toMatchObject([{ heading: 'Bring a parrot', assistantId: 'default' }]);

  await page.getByRole('link', { name: 'Back to questions' }).click();
  await page.getByText('No questions to review').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Answered' }).waitFor();
  await page.goto(`${dashboard.service.origin}/api/dashboard#/questions`);
  await page.getByText('Bring a parrot').click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove answer' }).click();
  await page.getByRole('link', { name: /Can I bring a parrot/ }).waitFor();
  expect(await answers()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the agent’s reply becomes an answer, and undo removes it and lists the question again', async () => {
  const sessionId = await unanswered(
    'May I bring my parrot?',
    3,
    { asksForPerson: true },
    { after: 60, claimedBy: 'Dana Meyer' },
    { after: 30, agent: 'Parrots are welcome on Tuesdays.' },
  );
  const { page } = await dashboard.visit({ at: '#/questions' });
  await page.getByRole('link', { name: /May I bring my parrot/ }).click();
  const answer = page.getByRole('textbox', { name: 'Answer', exact: true });
  await answer.fill('Yes. ');
  await page.getByRole('button', { name: 'Use the agent’s reply' }).click();
  // The typed text stays.
  await expect.poll(() => answer.inputValue()).toBe('Yes.\n\nParrots are welcome on Tuesdays.');
  await page.getByRole('button', { name: 'Add answer' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Add answer' }).waitFor();
  expect(await answers()).toEqual([]);
  expect(page.url()).toContain(`#/questions/${sessionId}/`);
});

test('an answer that another admin added in the meantime refuses only the first attempt', async () => {
  await unanswered('May I bring my parrot?', 3);
  const { page } = await dashboard.visit({ at: '#/questions' });
  await page.getByRole('link', { name: /May I bring my parrot/ }).click();
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('On Tuesdays.');
  await page.getByText('Added to answers.md.').waitFor();
  const other = { heading: 'Cats?', answer: 'Never.' };
  expect((await dashboard.service.post('/api/assistants/default/answers', other)).status).toBe(201);
  await page.getByRole('button', { name: 'Add answer' }).click();
  await page.getByText('Another answer was added in the meantime.').waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Answer', exact: true }).inputValue())
    .toBe('On Tuesdays.');
  await page.getByRole('button', { name: 'Add answer' }).click();
  await page.getByRole('heading', { name: 'Answer added' }).waitFor();
  expect((await answers()).map(({ heading }) => heading).toSorted()).toEqual([
    'Cats?',
    'May I bring my parrot?',
  ]);
});

const rated = (question: string, hours: number) =>
  dashboard.tell({
    startedAtMs: hoursAgo(hours),
    events: [{ visitor: question }, { assistant: 'Parrots must stay outside.', rating: 'down' }],
  });

test('a wrong answer is corrected from its conversation and asked again, and the correction is undone', async () => {
  const sessionId = await rated('May I bring my parrot?', 3);
  const { page, complaints } = await dashboard.visit({ at: `#/conversations/${sessionId}` });
  await page.getByRole('button', { name: 'Correct' }).click();
  await page.getByRole('heading', { level: 1, name: 'May I bring my parrot?' }).waitFor();
  const form = page.getByRole('form', { name: 'Correct answer' });
  await form.getByRole('button', { name: 'Start from the assistant’s answer' }).click();
  const answer = form.getByRole('textbox', { name: 'Answer', exact: true });
  await expect.poll(() => answer.inputValue()).toBe('Parrots must stay outside.');
  await answer.fill('Parrots are welcome on **Tuesdays**.');
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add answer' }).click();
  await page.locator('.entry.assistant strong', { hasText: 'Tuesdays' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await form.waitFor();
  expect(await answers()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a question is dismissed in the list and returns after undo', async () => {
  await rated('May I bring my parrot?', 3);
  await unanswered('Can I pay in cash?', 2);
  const { page } = await dashboard.visit({ at: '#/questions' });
  const row = page.getByRole('listitem').filter({ hasText: 'May I bring my parrot?' });
  await row.getByText('Not helpful').waitFor();
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Dismissed: May I bring my parrot?').waitFor();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await row.getByRole('link', { name: 'Open conversation' }).click();
  await page.getByText('Parrots must stay outside.').waitFor();
});

test('questions are filtered by their reason, which stays in the address', async () => {
  await rated('May I bring my parrot?', 3);
  await unanswered('Can I pay in cash?', 2);
  const { page } = await dashboard.visit({ at: '#/questions' });
  const rows = () => page.locator('.question-row .snippet').allInnerTexts();
  await expect.poll(rows).toEqual(['Can I pay in cash?', 'May I bring my parrot?']);
  await page.getByLabel('Reason').selectOption('Not helpful');
  await expect.poll(rows).toEqual(['May I bring my parrot?']);
  await page.reload();
  await expect.poll(rows).toEqual(['May I bring my parrot?']);
  await page.getByLabel('Reason').selectOption('Corrected');
  await page.getByText('No questions for this reason').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(rows).toEqual(['Can I pay in cash?', 'May I bring my parrot?']);
});

test('an answer is added without a question of a visitor', async () => {
  const { page } = await dashboard.visit({ at: '#/knowledge' });
  await page.getByRole('button', { name: 'New answer' }).click();
  const dialog = page.getByRole('dialog');
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Question').fill('May I bring my parrot?');
  await dialog.getByRole('textbox', { name: 'Answer', exact: true }).fill('On **Tuesdays**.');
  await dialog.getByRole('button', { name: 'Add answer' }).click();
  await dialog.locator('.entry.assistant strong', { hasText: 'Tuesdays' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => answers()).toMatchObject([{ heading: 'May I bring my parrot?' }]);
});

test('an answer of the preview is corrected, and the preview then gives the corrected one', async () => {
  const { page } = await dashboard.visit({ at: '#/settings/assistants/default' });
  const preview = page.getByRole('complementary', { name: 'Preview' });
  const ask = async () => {
    await preview.getByLabel('Question').fill('May I bring my parrot?');
    await preview.getByRole('button', { name: 'Ask' }).click();
  };
  await ask();
  await preview.getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Answer', exact: true }).fill('On **Tuesdays**.');
  await dialog.getByRole('button', { name: 'Add answer' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await preview.getByRole('button', { name: 'Start over' }).click();
  await ask();
  await preview.locator('.entry.assistant strong', { hasText: 'Tuesdays' }).waitFor();
});

test('the address of a deleted question shows that it was not found', async () => {
  const { page } = await dashboard.visit({
    at: '#/questions/7f0c3b1e-1111-4222-8333-444455556666/7f0c3b1e-1111-4222-8333-444455556666',
  });
  await page.getByText('Question not found').waitFor();
});
