import { expect, test } from 'vitest';
import { AnswersReply } from '../../src/wire/answers.ts';
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

test('a question is answered with the agent’s reply, asked again on the spot, and the answer is undone', async () => {
  await unanswered(
    'May I bring my parrot?',
    3,
    { asksForPerson: true },
    { after: 60, claimedBy: 'Dana Meyer' },
    { after: 30, agent: 'Parrots are welcome on Tuesdays.' },
  );
  await unanswered('Can I bring a parrot, please?', 2);
  const { page, complaints } = await dashboard.visit({ at: '#/questions' });
  await page.getByRole('link', { name: /Can I bring a parrot, please\?\s*2 times/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Can I bring a parrot, please?' }).waitFor();
  const asked = page.getByRole('complementary', { name: 'Asked 2 times' });
  await asked.getByRole('link', { name: 'May I bring my parrot?' }).click();
  await page.getByText('Parrots are welcome on Tuesdays.').waitFor();

  await page.goBack();
  const add = page.getByRole('button', { name: 'Add answer' });
  await add.waitFor();
  expect(await add.isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: /Draft|Use the agent/ }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('Parrots may come on **Tuesdays**.');
  await page.getByLabel('Heading').fill('Bring a parrot');
  await page.getByText('Added to answers.md.').waitFor();
  await add.click();
  await page.getByRole('heading', { name: 'Answer added' }).waitFor();
  await page.locator('.entry.assistant strong', { hasText: 'Tuesdays' }).waitFor();
  expect(await answers()).toMatchObject([{ heading: 'Bring a parrot', assistantId: 'default' }]);

  await page.getByRole('link', { name: 'Back to questions' }).click();
  await page.getByText('No unanswered questions').waitFor();
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

test('the agent’s reply is taken over, and undo brings the question back with nothing left of the answer', async () => {
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

test('an answer that another admin added in the meantime stops the first attempt alone', async () => {
  await unanswered('May I bring my parrot?', 3);
  const { page } = await dashboard.visit({ at: '#/questions' });
  await page.getByRole('link', { name: /May I bring my parrot/ }).click();
  await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('On Tuesdays.');
  await page.getByText('Added to answers.md.').waitFor();
  const other = { heading: 'Cats?', answer: 'Never.' };
  expect((await dashboard.service.post('/api/assistants/default/answers', other)).status).toBe(201);
  await page.getByRole('button', { name: 'Add answer' }).click();
  await page.getByText('Another answer was added in the meantime.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Answer', exact: true }).inputValue()).toBe('On Tuesdays.');
  await page.getByRole('button', { name: 'Add answer' }).click();
  await page.getByRole('heading', { name: 'Answer added' }).waitFor();
  expect((await answers()).map(({ heading }) => heading).toSorted()).toEqual([
    'Cats?',
    'May I bring my parrot?',
  ]);
});

test('a question that is gone says so', async () => {
  const { page } = await dashboard.visit({
    at: '#/questions/7f0c3b1e-1111-4222-8333-444455556666/7f0c3b1e-1111-4222-8333-444455556666',
  });
  await page.getByText('Question not found').waitFor();
});
