import { describe, expect, test } from 'vitest';
import { TestsReply } from '../../src/assistants/wire/assistant-tests.ts';
import { violations } from '../support/browser/axe.ts';
import { freshFixture } from '../support/fixtures.ts';
import { MIA, registryAdmin } from '../support/clients/registry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { say } from '../support/clients/visitor.ts';
import { startDashboard, words } from './support/dashboard.ts';

const judge = {
  compare: ({ answer }: { answer: string }) =>
    Promise.resolve({
      opinion: {
        verdict: answer.includes('£4') ? 'better' : 'worse',
        reason: 'It is about <b>£4</b>.',
      } as const,
      model: 'judge-1',
      usage: { inputTokens: 700, outputTokens: 20, cachedInputTokens: 0 },
    }),
};
const answerer = freshFixture(() => scriptedAnswerer());
const dashboard = freshFixture(() => startDashboard({ answerer, judge }));
const admin = freshFixture(() => registryAdmin(dashboard.service));

const tests = async (id = 'default') =>
  (await admin.answer(200, TestsReply, admin.send('GET', `assistants/${id}/tests`))).tests;
const keep = (id: string, content: string) =>
  admin.send('POST', `assistants/${id}/tests`, {
    turns: [{ role: 'visitor', content }],
    expected: 'It is £4.',
  });

describe('a test is kept', () => {
  test('from a conversation, with its earlier messages and the expected answer', async () => {
    const { sessionId } = await say(dashboard.service, undefined, { message: 'Hello?' });
    await say(dashboard.service, undefined, { sessionId, message: 'What does delivery cost?' });
    const { page, complaints } = await dashboard.visit({ at: `#/conversations/${sessionId}` });
    await page.getByRole('button', { name: 'Keep as test' }).last().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('With the 2 messages before it.').waitFor();
    await dialog.getByLabel('Answer as it should be').fill('It is £4.');
    await dialog.getByRole('button', { name: 'Keep test' }).click();
    await dialog.getByRole('link', { name: 'View tests' }).click();
    await page.getByRole('heading', { name: 'Tests', exact: true }).waitFor();
    await page.locator('.tests').getByText('What does delivery cost?').waitFor();
    expect((await tests()).map(({ turns, expected }) => ({ turns, expected }))).toEqual([
      {
        turns: [
          { role: 'visitor', content: 'Hello?' },
          { role: 'assistant', content: 'Hello there.' },
          { role: 'visitor', content: 'What does delivery cost?' },
        ],
        expected: 'It is £4.',
      },
    ]);
    expect(complaints).toEqual([]);
  });

  test('from the preview next to the form', async () => {
    const { id } = await admin.make();
    const { page } = await dashboard.visit({ at: `#/settings/assistants/${id}` });
    await page.getByRole('textbox', { name: 'Question' }).fill('How much?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('button', { name: 'Keep as test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep test' }).click();
    await page.getByRole('heading', { name: 'Test kept' }).waitFor();
    expect(await tests(id)).toMatchObject([{ expected: 'Hello there.' }]);
  });

  test('from a question that was just answered', async () => {
    answerer.script({ deltas: ['I do not know.'], result: { answered: false } }, { deltas: ['Yes.'] });
    const { sessionId, message } = await say(dashboard.service, undefined, { message: 'Do you ship?' });
    const { page } = await dashboard.visit({ at: `#/questions/${sessionId}/${message.id}` });
    await page.getByLabel('Answer', { exact: true }).fill('Yes, everywhere.');
    await page.getByRole('button', { name: 'Add answer' }).click();
    await page.getByRole('button', { name: 'Keep as test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep test' }).click();
    await page.getByRole('heading', { name: 'Test kept' }).waitFor();
    expect(await tests()).toMatchObject([{ turns: [{ content: 'Do you ship?' }], expected: 'Yes.' }]);
  });
});

describe('the tests of a draft', () => {
  const draftOf = async () => {
    const { id } = await admin.make({ instructions: 'Be kind.' });
    await admin.send('PUT', `assistants/${id}/draft`, { ...MIA, instructions: 'Be brief.' });
    return id;
  };

  test('run one after the other and show old and new answers side by side, before the draft is published', async () => {
    const id = await draftOf();
    await keep(id, 'What does delivery cost?');
    const { page, complaints } = await dashboard.visit({ at: `#/settings/assistants/${id}/draft` });
    answerer.script({ deltas: ['Some money.'] }, { deltas: ['It is £4.'] });
    await page.getByRole('button', { name: 'Test draft' }).click();
    const row = page.locator('.tests > li');
    await row.getByText(/^(Better|Worse)$/).waitFor();
    await row.getByText('It is about <b>£4</b>.').waitFor();
    await row.locator('summary').click();
    await expect.poll(() => words(row)).toContain('Some money.');
    expect(await words(row)).toContain('It is £4.');
    for (const title of ['Live', 'Draft', 'As it should be']) {
      await row.getByRole('heading', { name: title, exact: true }).waitFor();
    }
    await page.getByText('1 of 1 test').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Changes: Instructions.').waitFor({ state: 'detached' });
    expect((await admin.assistant(id)).instructions).toBe('Be brief.');
    expect(complaints).toEqual([]);
  });

  test('stop when the page is left, and continue with the remaining ones', async () => {
    const id = await draftOf();
    for (const question of ['One?', 'Two?', 'Three?']) await keep(id, question);
    const held = Promise.withResolvers<void>();
    answerer.script({ deltas: ['A'] }, { deltas: ['B'] }, { deltas: ['C'], before: held.promise });
    const { page } = await dashboard.visit({ at: `#/settings/assistants/${id}/draft` });
    await page.getByRole('button', { name: 'Test draft' }).click();
    await page.getByText('1 of 3 tests').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    held.resolve();
    await expect.poll(() => answerer.calls.length).toBe(4);
    answerer.script({ deltas: ['Hello there.'] });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('3 of 3 tests').waitFor();
    expect(answerer.calls).toHaveLength(8);
  });

  test('are edited and removed', async () => {
    await keep('default', 'One?');
    const { page } = await dashboard.visit({ at: '#/settings/assistants/default/draft' });
    await page.locator('.tests summary').click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Answer as it should be').fill('Another.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await tests()).toMatchObject([{ expected: 'Another.' }]);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove test' }).click();
    await page.getByText('No tests').waitFor();
    expect(await tests()).toEqual([]);
  });

  test('fit and are accessible at every width, light and dark', async () => {
    const id = await draftOf();
    await keep(id, 'W'.repeat(200));
    const { page } = await dashboard.visit({ at: `#/settings/assistants/${id}/draft`, width: 1440 });
    await page.getByRole('button', { name: 'Test draft' }).click();
    await page.locator('.tests').getByText('Worse').or(page.locator('.tests').getByText('Same')).waitFor();
    await page.locator('.tests summary').click();
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
});
