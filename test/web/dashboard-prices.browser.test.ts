import { expect, test } from 'vitest';
import { AssistantReply, AssistantsReply } from '../../src/assistants/wire/assistants.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startDashboard } from './support/dashboard.ts';

const model = sharedFixture(() => startModelServer());
const dashboard = sharedFixture(() =>
  startDashboard({
    settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'gpt-5-mini', MODEL_API: 'responses' },
  }),
);

/** Makes an assistant with a model that has no list price, and returns its id. */
async function made(edit: object = {}): Promise<string> {
  const assistant = { name: 'Nora', instructions: 'Be brief.', model: 'something-new', ...edit };
  const response = await dashboard.service.post('/api/assistants', assistant);
  expect(response.status).toBe(201);
  return AssistantReply.parse(await response.json()).assistant.id;
}

async function pricesOf(id: string) {
  const { assistants } = AssistantsReply.parse(await (await dashboard.service.get('/api/assistants')).json());
  return assistants.find((assistant) => assistant.id === id)?.prices;
}

test.each([
  ['a number with a comma', '0,25', 'Must be a number.'],
  ['negative', '-0.25', 'Must be at least 0.'],
])(
  'a price that is %s is refused at its field, and saved once it is corrected',
  async (_what, typed, said) => {
    const id = await made();
    const { page } = await dashboard.revisit({ at: `#/settings/assistants/${id}` });
    const price = page.getByLabel('Input price', { exact: true });
    await price.fill(typed);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved. Fix 1 field.').waitFor();
    await expect.poll(() => price.inputValue()).toBe(typed);
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true');
    await page.getByText(said).waitFor();
    expect(await pricesOf(id)).toBeUndefined();

    await price.fill(' 0.25 ');
    await page.getByText(said).waitFor({ state: 'detached' });
    await page.getByLabel('Output price').fill('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('All changes saved').waitFor();
    expect(await pricesOf(id)).toEqual({ input: 0.25, output: 2 });
  },
);

test('an empty price is removed, so the list price applies again', async () => {
  const id = await made({ prices: { input: 0.25, output: 2 } });
  const { page } = await dashboard.revisit({ at: `#/settings/assistants/${id}` });
  const price = page.getByLabel('Input price', { exact: true });
  await expect.poll(() => price.inputValue()).toBe('0.25');
  await price.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  expect(await pricesOf(id)).toEqual({ output: 2 });
  await page.getByLabel('Output price').fill('  ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  expect(await pricesOf(id)).toBeUndefined();
});

test('an assistant without its own model has no prices, and an invalid price does not block saving', async () => {
  const id = await made();
  const { page } = await dashboard.revisit({ at: `#/settings/assistants/${id}` });
  await page.getByLabel('Input price', { exact: true }).fill('cheap');
  await page.getByLabel('Model deployment').fill('');
  await page.getByLabel('Input price', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  expect(await pricesOf(id)).toBeUndefined();
});

test('an answer of a model without a price is shown as price not set, without a cost', async () => {
  model.script({ deltas: ['Hello.'], model: 'something-new' });
  const sessionId = crypto.randomUUID();
  await dashboard.service.post('/api/chat', { message: 'Hello', sessionId });
  const { page, complaints } = await dashboard.revisit({ at: '#/cost' });
  await page.getByRole('row', { name: /Hello.*Price not set/ }).waitFor();
  await page.getByText('Price not set for 1 call').first().waitFor();
  // Zero would be a price, and a wrong one.
  await page.getByRole('button', { name: /^Cost\s*Price not set/ }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: /^Cost\s*Price not set/ }).waitFor();
  expect(complaints).toEqual([]);
});
