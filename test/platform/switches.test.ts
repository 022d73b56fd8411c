import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { serviceSwitches } from '../../src/platform/switches.ts';
import { background } from '../../src/platform/background.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const store = freshFixture(() => openSqlite());
const NONE = { assistantStopped: false, chatOff: false };

/** The switches on one of several instances; `away`: its store cannot be reached. */
function instance() {
  const clock = manualClock();
  const telemetry = recordingTelemetry();
  const state = { away: false, failure: new AppError('store-unavailable'), reads: 0 };
  const { ledger } = store;
  const switches = serviceSwitches({
    clock,
    telemetry,
    random: realRandom,
    background: background(telemetry),
    ledger: {
      ...ledger,
      read: async (...of) => {
        state.reads++;
        if (state.away) throw state.failure;
        return await ledger.read(...of);
      },
    },
  });
  return { ...switches, clock, state };
}

test('switches are read again after 15 seconds', async () => {
  const [here, there] = [instance(), instance()];
  expect(await there.current()).toEqual(NONE);
  await here.save({ ...NONE, chatOff: true }, undefined);
  expect(await here.isChatOff()).toBe(true);
  there.clock.advance(14_999);
  expect(await there.isChatOff()).toBe(false);
  expect(there.state.reads).toBe(1);
  there.clock.advance(2);
  expect(await there.isChatOff()).toBe(true);
  expect(there.state.reads).toBe(2);
});

test('during an outage scripts use the last known switches, and conversations do not start', async () => {
  const it = instance();
  it.state.away = true;
  expect(await it.isChatOff()).toBe(false);
  it.state.away = false;
  await it.save({ ...NONE, chatOff: true }, undefined);
  expect(await it.isChatOff()).toBe(true);
  it.state.away = true;
  it.clock.advance(60_000);
  expect(await it.isChatOff()).toBe(true);
  expect(await refusal(it.current())).toBe('store-unavailable');
  expect(it.known()).toEqual({ ...NONE, chatOff: true });
});

test('an error other than an outage is passed on to scripts', async () => {
  const it = instance();
  it.state.away = true;
  it.state.failure = new AppError('misconfigured');
  expect(await refusal(it.isChatOff())).toBe('misconfigured');
});
