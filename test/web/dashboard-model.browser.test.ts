import { describe, expect, test } from 'vitest';
import { FAILURE_REASONS } from '../../src/spending/rules/model-failure.ts';
import { modelName, modelNotices, retirementText } from '../../src/web/dashboard/parts/model-text.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startDashboard, words } from './support/dashboard.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const LUNA = { model: 'gpt-5.6-luna', modelVersion: '2026-07-09', reduced: [] };
const retiring = (retiresAt: string) => ({ ...LUNA, retiresAt });

describe('the notices about the model', () => {
  test('are empty without problems and with a distant retirement', () => {
    expect(modelNotices(LUNA, NOW)).toEqual([]);
    expect(modelNotices(retiring('2027-02-20T13:00:00.000Z'), NOW)).toEqual([]);
    expect(modelName(LUNA)).toBe('gpt-5.6-luna, version 2026-07-09');
  });

  test('warn from 90 days before the retirement on, with the number of days left', () => {
    const [notice, ...others] = modelNotices(retiring('2027-02-20T11:00:00.000Z'), NOW);
    expect(others).toEqual([]);
    expect(notice).toMatch(/^gpt-5.6-luna, version 2026-07-09: Retires on .*, in 89 days\. Change the model/);
    expect(retirementText(retiring('2026-11-23T12:00:00.000Z'), NOW)).toMatch(/in 1 day$/);
    expect(retirementText(retiring('2026-11-21T00:00:00.000Z'), NOW)).toMatch(/^Retired on/);
  });

  test('warn about the embedding model in the same way', () => {
    const embedding = { model: 'text-embedding-3-small-1', retiresAt: '2027-02-20T11:00:00.000Z' };
    expect(modelNotices({ ...LUNA, embedding }, NOW)).toEqual([
      expect.stringMatching(
        /^text-embedding-3-small-1, for the search by meaning: Retires on .*, in 89 days\./,
      ),
    ]);
    expect(modelNotices({ ...LUNA, embedding: { model: 'own-model' } }, NOW)).toEqual([]);
  });

  test('name the effects of features that the model does not support', () => {
    expect(modelNotices({ ...LUNA, reduced: ['tools', 'something-new'] }, NOW)).toEqual([
      'The model does not support tools. Handoff relies on the visitor’s words and the button.',
      'The model does not support something-new.',
    ]);
  });

  test('name a setting with an invalid price', () => {
    expect(modelNotices({ ...LUNA, wrongPrices: ['MODEL_INPUT_PRICE'] }, NOW)).toEqual([
      'MODEL_INPUT_PRICE is not a valid price. To show costs, enter US dollars per million tokens, for example 0.25.',
    ]);
  });

  test.each(FAILURE_REASONS)('have a sentence for %s', (problem) => {
    expect(modelNotices({ ...LUNA, problem }, NOW)).toEqual([expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(modelNotices({ ...LUNA, checkProblem: problem }, NOW)).toEqual([
      `The list of models could not be read (${problem}).`,
    ]);
  });
});

describe('the dashboard in a browser', () => {
  const model = sharedFixture(() => startModelServer());
  const dashboard = sharedFixture(() =>
    startDashboard({
      settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'gpt-5-mini', MODEL_API: 'responses' },
    }),
  );

  test('shows unsupported features, the name and the retirement of the model, and checks it on demand', async () => {
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
