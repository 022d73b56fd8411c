import { describe, expect, test } from 'vitest';
import {
  AssistantReply,
  AssistantsReply,
  TryRequest,
  type TryReply,
} from '../../src/assistants/wire/assistants.ts';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startDashboard } from './support/dashboard.ts';

const dashboard = freshFixture(() => startDashboard());

const LIST = '#/settings/assistants';
const NORA = { name: 'Nora', instructions: 'You help people who have bought something.' };
const PRICES = '# Delivery\n\nDelivery of a wardrobe to Tromsø costs 47 crowns.\n';

/** Creates an assistant, and returns its id. */
async function made(edit: object = NORA): Promise<string> {
  const response = await dashboard.service.post('/api/assistants', edit);
  expect(response.status).toBe(201);
  return AssistantReply.parse(await response.json()).assistant.id;
}

const agents = async () =>
  AssistantsReply.parse(await (await dashboard.service.get('/api/assistants')).json()).assistants;

test('the list begins with the assistant of the settings, and a new one can become the default', async () => {
  const { page, complaints } = await dashboard.visit({ at: LIST });
  await page.getByRole('row', { name: /Default 0 documents Never/ }).waitFor();
  await page.getByRole('link', { name: 'New assistant' }).click();
  await page.getByLabel('Name').fill('Nora');
  await page.getByLabel('Instructions').fill('You are kind.');
  await page.getByRole('group', { name: 'Handoff' }).getByText('Never').click();
  await page.getByText('The assistant never offers an agent.').waitFor();
  await page.getByLabel('Set as default').check();
  await page.getByRole('button', { name: 'Create assistant' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nora' }).waitFor();
  await page.getByText('To change it, set another one as the default.').waitFor();
  const [first, nora] = await agents();
  expect(first).toMatchObject({ id: 'default', isDefault: false });
  expect(nora).toMatchObject({ name: 'Nora', handoff: 'never', isDefault: true });

  await page.goto(`${dashboard.service.origin}/api/dashboard${LIST}/default`);
  await page.getByLabel('Set as default').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('To change it, set another one as the default.').waitFor();
  expect((await agents()).map(({ isDefault }) => isDefault)).toEqual([true, false]);
  expect(complaints).toEqual([]);
});

test('an error of the service is shown at its field', async () => {
  const { page } = await dashboard.visit({ at: `${LIST}/new` });
  await page.getByLabel('Instructions').fill('You are kind.');
  await page.getByRole('button', { name: 'Create assistant' }).click();
  await page.getByText('Not saved. Fix 1 field.').waitFor();
  await page.getByText('Must not be empty.').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
    .toBe('true');
});

test('a field that was corrected while the form was sent shows no error', async () => {
  const { page } = await dashboard.visit({ at: `${LIST}/new` });
  const { promise: isCorrected, resolve: correct } = Promise.withResolvers<void>();
  await page.route('**/api/assistants', async (route) => {
    if (route.request().method() === 'POST') await isCorrected;
    await route.continue();
  });
  await page.getByLabel('Instructions').fill('You are kind.');
  const answered = page.waitForResponse((response) => response.status() === 400);
  await page.getByRole('button', { name: 'Create assistant' }).click();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  await page.getByLabel('Name').fill('Nora');
  correct();
  await answered;
  await page.getByText('Unsaved changes').waitFor();
  await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(0);
  await page.getByRole('button', { name: 'Create assistant' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nora' }).waitFor();
});

describe('documents', () => {
  test('are the knowledge of the assistant, which can be tried beside the form', async () => {
    const id = await made({ ...NORA, knowledge: { kind: 'documents' } });
    await registryAdmin(dashboard.service).upload(id, 'prices.md', PRICES);
    const { page, complaints } = await dashboard.visit({ at: `${LIST}/${id}` });
    await page.getByLabel('Greeting', { exact: true }).fill('Hello from a draft.');
    const tried = page.getByRole('log', { name: 'Test conversation' });
    await tried.getByText('Hello from a draft.').waitFor();
    await page.getByLabel('Question').fill('What does delivery to Tromsø cost?');
    await page.getByLabel('Question').press('Enter');
    await tried.getByText('47 crowns').waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => tried.getByText('47 crowns').count()).toBe(0);
    const sessions = await dashboard.service.get('/api/sessions');
    expect(await sessions.json()).toEqual({ sessions: [] });
    expect(complaints).toEqual([]);
  });
});

test('a trial that fails shows an error and can be repeated without typing again', async () => {
  const { page } = await dashboard.visit({ at: `${LIST}/default` });
  await page.route('**/api/assistants/try', (route) =>
    route.fulfill({ status: 502, json: { error: 'assistant-unavailable', message: 'It is asleep.' } }),
  );
  await page.getByLabel('Question').fill('Hello?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('alert').getByText('It is asleep.').waitFor();
  await page.unroute('**/api/assistants/try');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.tried .entry.assistant footer').waitFor();
  await expect.poll(() => page.locator('.tried .entry.visitor').count()).toBe(1);
});

test('a long trial sends its latest 40 messages, which end with the question', async () => {
  const { page } = await dashboard.visit({ at: `${LIST}/default` });
  const sent: string[][] = [];
  await page.route('**/api/assistants/try', (route) => {
    const { history } = TryRequest.parse(route.request().postDataJSON());
    const count = sent.push(history.map(({ content }) => content));
    const usage = { inputTokens: 0, outputTokens: 0, cost: 0 };
    const reply = { content: `Answer ${count}`, sources: [], answered: true, requestsHuman: false, usage };
    return route.fulfill({ json: reply satisfies TryReply });
  });
  const tried = page.getByRole('log', { name: 'Test conversation' });
  for (let count = 1; count <= 21; count++) {
    await page.getByLabel('Question').fill(`Question ${count}`);
    await page.getByLabel('Question').press('Enter');
    await tried.getByText(`Answer ${count}`, { exact: true }).waitFor();
  }
  const last = sent.at(-1) ?? [];
  expect([last.length, last[0], last.at(-1)]).toEqual([40, 'Answer 1', 'Question 21']);
});

test('an assistant that a widget uses is not deleted, and the widgets are named', async () => {
  const id = await made();
  const widget = {
    name: 'Shop of oak',
    primaryDomain: 'shop.example.com',
    allowedOrigins: ['https://shop.example.com'],
  };
  const response = await dashboard.service.post('/api/widgets', { ...widget, assistantId: id });
  const { id: widgetId } = WidgetReply.parse(await response.json()).widget;
  const { page } = await dashboard.visit({ at: LIST });
  await page.getByRole('row', { name: /Nora 1 widget/ }).waitFor();
  await page.getByRole('link', { name: 'Nora' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this assistant?' });
  await question.getByRole('button', { name: 'Delete assistant' }).click();
  await question.getByRole('alert').getByText('Shop of oak').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await agents()).toHaveLength(2);

  const { origin } = dashboard.service;
  await fetch(`${origin}/api/widgets/${widgetId}`, { method: 'DELETE' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete assistant' }).click();
  await page.getByRole('heading', { level: 1, name: 'Assistants' }).waitFor();
  await expect.poll(() => page.locator('.registry tbody tr').count()).toBe(1);
});
