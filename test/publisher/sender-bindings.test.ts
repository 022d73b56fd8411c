import { expect, test } from 'vitest';
import { senderBindings } from '../../src/publisher/sender-bindings.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { realRandom } from '../support/ports/random.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());

test('the record of a subscription keeps all of its earlier identities, oldest first', async () => {
  const sender = (oid: string) => ({ tenantId: 'publisher', oid });
  const rebind = ['second', 'third'].map((oid) => ({ subscriptionId: 'sub-1', ...sender(oid) }));
  const { ledger } = store;
  const telemetry = recordingTelemetry();
  const bindings = senderBindings({ ledger, clock: manualClock(), random: realRandom, telemetry, rebind });
  for (const oid of ['first', 'second', 'third']) await bindings.bind('sub-1', sender(oid));
  expect((await ledger.read('report-subscriptions', 'sub-1'))?.value).toMatchObject({
    oid: 'third',
    before: [{ oid: 'first' }, { oid: 'second' }],
  });
});
