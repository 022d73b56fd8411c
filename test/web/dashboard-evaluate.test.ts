import { describe, expect, test } from 'vitest';
import { AssistantReply } from '../../src/wire/assistants.ts';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { NOW, startDashboard, words } from './support/dashboard.ts';

const answerer = freshFixture(() => scriptedAnswerer());
const clock = freshFixture(() => manualClock(NOW));
const dashboard = freshFixture(() => startDashboard({ answerer, clock }));

const at = (id: string) => `#/settings/assistants/${id}/evaluate`;

test('a typed question is asked, and its answer is judged and compared with the one before', async () => {
  const { page, complaints } = await dashboard.visit({ at: at('default') });
  await page.getByLabel('Question', { exact: true }).fill('What does delivery cost?');
  await page.getByLabel('Expected facts').fill('£4 | four pounds');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('button', { name: 'Evaluate live version' }).click();
  await page.getByText('1 of 1 answers.').waitFor();
  await page.locator('.judged').getByText('Wrong').waitFor();

  clock.advance(60_000);
  answerer.script({ deltas: ['It is £4.'] });
  await page.getByRole('button', { name: 'Evaluate live version' }).click();
  const answer = page.locator('.judged li');
  await answer.getByText('Wrong → Right').waitFor();
  await answer.locator('summary').click();
  await answer.getByText('Before: Hello there.').waitFor();
  expect(await words(page.getByRole('table', { name: 'Figures' }))).toContain('Right 1 (100%) 0 (0%)');
  expect(complaints).toEqual([]);
});

test('changes are evaluated before they are live, and published in one step', async () => {
  const nora = { name: 'Nora', instructions: 'You are kind.' };
  const made = await dashboard.service.post('/api/assistants', nora);
  const { id } = AssistantReply.parse(await made.json()).assistant;
  const { page } = await dashboard.visit({ at: `#/settings/assistants/${id}` });
  await page.getByLabel('Instructions').fill('You are brief.');
  await page.getByRole('button', { name: 'Evaluate these changes' }).click();
  await page.getByText('Instructions. Not live yet.').waitFor();
  await page.getByLabel('Question', { exact: true }).fill('Hello?');
  await page.getByLabel('Expected facts').fill('hello');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('button', { name: 'Evaluate changes' }).click();
  await page.locator('.judged').getByText('Right').waitFor();
  expect(answerer.calls.at(-1)?.instructions).toBe('You are brief.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('heading', { name: 'Changes not live' }).waitFor({ state: 'detached' });
  const live = await dashboard.service.get(`/api/assistants/${id}`);
  expect(AssistantReply.parse(await live.json()).assistant.instructions).toBe('You are brief.');
});

describe('a file', () => {
  const upload = (text: string) => ({
    name: 'shop.jsonl',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });

  test('becomes a set; one with a bad line is refused by its number and leaves no set', async () => {
    const { page } = await dashboard.visit({ at: at('default') });
    const good = '{"question":"One?","facts":["1"]}\n{"question":"Two?","refuse":true}\n';
    const field = page.getByLabel('Upload a set');
    await field.setInputFiles(upload(`${good}{"question":"Three?"}`));
    await page.getByText('Line 3: facts must be given, or refuse: true in their place.').waitFor();
    expect(await (await dashboard.service.get('/api/question-sets')).json()).toEqual({ sets: [] });
    await field.setInputFiles(upload(good));
    await page.getByText('2 questions', { exact: true }).waitFor();
  });
});

test('the page fits and is accessible at every width, light and dark', async () => {
  const { page } = await dashboard.visit({ at: at('default'), width: 1440 });
  await page.getByLabel('Question', { exact: true }).fill('W'.repeat(200));
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('button', { name: 'Evaluate live version' }).click();
  await page.locator('.judged li').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0);
  expect(await violations(page)).toEqual([]);
});
