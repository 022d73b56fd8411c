import { expect, test } from 'vitest';
import { QuestionsReply, SetsReply } from '../../src/wire/evaluations.ts';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { minutesAgo, startDashboard } from './support/dashboard.ts';

const dashboard = freshFixture(() => startDashboard());
const at = '#/settings/assistants/default/evaluate';

async function stored() {
  const { sets } = SetsReply.parse(await (await dashboard.service.get('/api/question-sets')).json());
  const [set] = sets;
  const questions = await dashboard.service.get(`/api/question-sets/${set?.id}`);
  return QuestionsReply.parse(await questions.json()).questions.map(({ line }) => line);
}

test('a rated conversation becomes a question, once the admin has read and edited it', async () => {
  await dashboard.tell({
    startedAtMs: minutesAgo(30),
    events: [
      { visitor: 'Do you ship\nto Linz?' },
      { assistant: 'Yes.' },
      { visitor: 'And how much is that?' },
      { assistant: 'It is **£4**. It takes two days.', rating: 'up' },
    ],
  });
  const { page, complaints } = await dashboard.visit({ at });
  await page.getByText('From rated conversations').click();
  const rated = page.locator('.rated');
  await rated.getByText('Do you ship to Linz? / And how much is that?').click();
  const facts = rated.getByLabel('Expected facts');
  expect(await facts.inputValue()).toBe('It is £4.\nIt takes two days.');
  await facts.fill('£4 | four pounds');
  await rated.getByRole('button', { name: 'Add to set' }).click();
  await rated.getByText('Added', { exact: true }).waitFor();
  expect(await stored()).toEqual([
    { turns: ['Do you ship to Linz?', 'And how much is that?'], facts: ['£4 | four pounds'] },
  ]);
  expect(complaints).toEqual([]);
});

test('after thumbs down the admin writes the facts, or says that no answer is expected', async () => {
  await dashboard.tell({
    startedAtMs: minutesAgo(30),
    events: [{ visitor: 'Do you sell boats?' }, { assistant: 'Yes, many.', rating: 'down' }],
  });
  const { page } = await dashboard.visit({ at, width: 360, dark: true });
  await page.getByText('From rated conversations').click();
  const rated = page.locator('.rated');
  await rated.getByText('No answers with this rating.').waitFor();
  await rated.getByRole('button', { name: 'Thumbs down' }).click();
  await rated.getByText('Do you sell boats?').click();
  expect(await rated.getByRole('button', { name: 'Add to set' }).isDisabled()).toBe(true);
  await rated.getByLabel('No answer expected').check();
  expect(await violations(page)).toEqual([]);
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await tooWide()).toBe(0);
  await rated.getByRole('button', { name: 'Add to set' }).click();
  await rated.getByText('Added', { exact: true }).waitFor();
  expect(await stored()).toEqual([{ question: 'Do you sell boats?', refuse: true }]);
});
