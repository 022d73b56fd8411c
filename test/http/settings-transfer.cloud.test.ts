import { test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { expectTransfer } from './support/settings-transfer.ts';

const from = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
const to = sharedFixture(() => startAgentService({ composition: 'cloud' }));

test('a deployment with the components of the cloud imports the settings of a local one', async () => {
  await expectTransfer(from, to);
});
