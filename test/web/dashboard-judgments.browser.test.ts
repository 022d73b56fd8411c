import { expect, test } from 'vitest';
import { AssistantReply } from '../../src/wire/assistants.ts';
import { JudgmentsReply } from '../../src/wire/questions.ts';
import { freshFixture } from '../support/fixtures.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startDashboard } from './support/dashboard.ts';

const judge = {
  judge: () =>
    Promise.resolve({
      opinion: { verdict: 'not-grounded', reason: 'Norway is <b>not</b> mentioned.' } as const,
      model: 'judge-1',
      usage: { inputTokens: 700, outputTokens: 20, cachedInputTokens: 0 },
    }),
  compare: () => Promise.reject(new Error('Nothing is compared here.')),
};
const settings = { OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_MODEL: 'scripted' };
const dashboard = freshFixture(() => startDashboard({ judge, settings, answerer: scriptedAnswerer() }));

test('an answer that is not grounded is in Questions with why, once an admin has chosen a share', async () => {
  const { service } = dashboard;
  const made = await service.post('/api/assistants', {
    name: 'Mia',
    instructions: 'Be kind.',
    isDefault: true,
  });
  const { id } = AssistantReply.parse(await made.json()).assistant;
  const { page, complaints } = await dashboard.visit({ at: `#/settings/assistants/${id}` });
  await page.getByLabel('Checked answers').selectOption({ label: '100%' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();

  await service.post('/api/chat', { message: 'Do you ship to Norway?' });
  await expect
    .poll(async () => JudgmentsReply.parse(await (await service.get('/api/judgments')).json()).judgments)
    .toHaveLength(1);
  await page.goto(`${service.origin}/api/dashboard#/questions`);
  const doubted = page.getByRole('region', { name: 'Doubtful answers' });
  await doubted.getByText('Norway is <b>not</b> mentioned.').waitFor();
  await doubted.getByText('Not in the sources').waitFor();
  await doubted.getByRole('link', { name: 'Do you ship to Norway?' }).click();
  await page.getByText('Do you ship to Norway?').first().waitFor();
  expect(page.url()).toContain('at=2');
  expect(complaints).toEqual([]);
});
