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
};
const settings = { OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_MODEL: 'scripted' };
const dashboard = freshFixture(() => startDashboard({ judge, settings, answerer: scriptedAnswerer() }));

test('a judged answer is shown as an opinion that leads to its conversation, once an admin has chosen a share', async () => {
  const { service } = dashboard;
  const made = await service.post('/api/assistants', {
    name: 'Mia',
    instructions: 'Be kind.',
    isDefault: true,
  });
  const { id } = AssistantReply.parse(await made.json()).assistant;
  const { page, complaints } = await dashboard.visit({ at: `#/settings/assistants/${id}` });
  await page.getByLabel('Checked answers').selectOption({ label: '100%' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('All changes saved').waitFor();

  await service.post('/api/chat', { message: 'Do you ship to Norway?' });
  await expect
    .poll(async () => JudgmentsReply.parse(await (await service.get('/api/judgments')).json()).judgments)
    .toHaveLength(1);
  await page.goto(`${service.origin}/api/dashboard#/`);
  const checked = page.getByRole('region', { name: 'Checked answers' });
  await checked.getByText('Norway is <b>not</b> mentioned.').waitFor();
  await checked.getByText('Checks add to cost only.').waitFor();
  await checked.getByRole('link', { name: 'Not grounded' }).click();
  await page.getByText('Do you ship to Norway?').first().waitFor();
  expect(page.url()).toContain('at=2');
  expect(complaints).toEqual([]);
});
