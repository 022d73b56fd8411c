import { describe, expect, test } from 'vitest';
import { FAILURE_REASONS } from '../../src/domain/model-failure.ts';
import { SETTING_NAMES } from '../../src/wire/settings.ts';
import { modelName, modelNotices, retirementText } from '../../src/web/dashboard/model-text.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startDashboard, words } from './support/dashboard.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const LUNA = { model: 'gpt-5.6-luna', modelVersion: '2026-07-09', reduced: [] };
const retiring = (retiresAt: string) => ({ ...LUNA, retiresAt });

describe('what the dashboard says of the model', () => {
  test('is nothing where all is well and its retirement is far away', () => {
    expect(modelNotices(LUNA, NOW)).toEqual([]);
    expect(modelNotices(retiring('2027-02-20T13:00:00.000Z'), NOW)).toEqual([]);
    expect(modelName(LUNA)).toBe('gpt-5.6-luna, version 2026-07-09');
  });

  test('is a warning from 90 days before its retirement on, with the days that are left', () => {
    const [notice, ...others] = modelNotices(retiring('2027-02-20T11:00:00.000Z'), NOW);
    expect(others).toEqual([]);
    expect(notice).toMatch(/^gpt-5.6-luna, version 2026-07-09: Retires on .*, in 89 days\. Change the model/);
    expect(retirementText(retiring('2026-11-23T12:00:00.000Z'), NOW)).toMatch(/in 1 day$/);
    expect(retirementText(retiring('2026-11-21T00:00:00.000Z'), NOW)).toMatch(/^Retired on/);
  });

  test('names what visitors notice of what the model is not given', () => {
    expect(modelNotices({ ...LUNA, reduced: ['tools', 'something-new'] }, NOW)).toEqual([
      'The model does not support tools. Handoff relies on the visitor’s words and the button.',
      'The model does not support something-new.',
    ]);
  });

  test('names a setting that should be a price', () => {
    expect(modelNotices({ ...LUNA, wrongPrices: ['MODEL_INPUT_PRICE'] }, NOW)).toEqual([
      'MODEL_INPUT_PRICE is not a valid price. To show costs, enter US dollars per million tokens, for example 0.25.',
    ]);
  });

  test.each(FAILURE_REASONS)('has a sentence for %s', (problem) => {
    expect(modelNotices({ ...LUNA, problem }, NOW)).toEqual([expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(modelNotices({ ...LUNA, checkProblem: problem }, NOW)).toEqual([
      `The list of models could not be read (${problem}).`,
    ]);
  });
});

test('without a model, the page of the model says which settings connect one', async () => {
  const dashboard = await startDashboard();
  const { page } = await dashboard.visit({ at: '#/settings/model' });
  const part = page.getByRole('region', { name: 'Model', exact: true });
  await part.getByText('To connect a model').waitFor();
  const settings = await part.getByRole('code').allInnerTexts();
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(settings));
  expect(settings).toContain('OPENAI_BASE_URL');
  await dashboard.close();
});

describe('the dashboard in a browser', () => {
  const model = sharedFixture(() => startModelServer());
  const dashboard = sharedFixture(() =>
    startDashboard({
      settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'gpt-5-mini', MODEL_API: 'responses' },
    }),
  );

  test('shows what the model is not given, its name and its retirement, and looks it up on demand', async () => {
    const error = { message: 'No tools.', type: 'invalid_request_error', param: 'tools', code: null };
    model.script(
      { error: { status: 400, body: { error } } },
      { deltas: ['Hello.'], model: 'gpt-5-mini-2025-08-07' },
    );
    await dashboard.service.post('/api/chat', { message: 'Hello' });
    const { page, complaints } = await dashboard.visit();
    const notice = page.getByRole('region', { name: 'Model status' });
    await notice.getByText('The model does not support tools').waitFor();

    await page.goto(`${dashboard.service.origin}/api/dashboard#/settings/model`);
    const part = page.getByRole('region', { name: 'Model', exact: true });
    await part.getByText('gpt-5-mini, version 2025-08-07', { exact: true }).waitFor();
    expect(await words(part)).toContain('Not checked yet');
    const inference = Date.parse('2030-01-02T00:00:00.000Z') / 1000;
    model.catalogue({ data: [{ id: 'gpt-5-mini-2025-08-07', deprecation: { inference } }] });
    await part.getByRole('button', { name: 'Check now' }).click();
    await part.getByText(/Retires on .*2030/).waitFor();
    expect(complaints).toEqual([]);
  });
});
