import { describe, expect, test } from 'vitest';
import { OverviewReply, CostReply } from '../../src/admin/wire/admin.ts';
import { Health } from '../../src/operations/records/health.ts';
import { ChatReply } from '../../src/chat/wire/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

describe('a price that is not a number, in the cloud', () => {
  const service = sharedFixture(() =>
    startService({
      composition: 'cloud',
      settings: { WEBSITE_POD_NAME: 'pod', MODEL_INPUT_PRICE: 'cheap', MODEL_OUTPUT_PRICE: '0,5' },
    }),
  );
  const WRONG = ['MODEL_INPUT_PRICE', 'MODEL_OUTPUT_PRICE'];

  test('does not prevent an answer, which is counted as a call without a price', async () => {
    const response = await service.post('/api/chat', { message: 'Hello' });
    expect(response.status).toBe(200);
    const { usage } = ChatReply.parse(await response.json());
    expect(usage.outputTokens).toBeGreaterThan(0);
    const { totals } = CostReply.parse(await (await service.get('/api/cost')).json());
    expect(totals).toMatchObject({ requests: 1, unpricedCalls: 1, cost: 0 });
  });

  test('is shown in health', async () => {
    const response = await service.get('/api/health');
    expect(response.status).toBe(200);
    expect(Health.parse(await response.json())).toMatchObject({
      ok: true,
      assistant: { wrongPrices: WRONG },
    });
  });

  test('is shown in the overview of the dashboard', async () => {
    const overview = OverviewReply.parse(await (await service.get('/api/overview')).json());
    expect(overview.assistant).toMatchObject({ wrongPrices: WRONG });
  });
});
