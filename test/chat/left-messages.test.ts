import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { conversations } from '../../src/conversations/conversations.ts';
import { leftMessages } from '../../src/chat/left-messages.ts';
import { background } from '../../src/platform/background.ts';
import { START } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { noNotices } from '../support/parts/absent.ts';
import { realRandom } from '../support/ports/random.ts';
import { silentRealtime, silentVisitorEvents } from '../support/parts/silent-realtime.ts';
import { startAnywhere } from '../support/parts/start-anywhere.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

describe('A message that a visitor leaves', () => {
  const file = freshFixture(() => openSqlite());

  function service() {
    const telemetry = recordingTelemetry();
    const { conversations: store } = file;
    const parts = { store, clock: manualClock(Date.parse(START)), random: realRandom, telemetry };
    const counted = { session: () => undefined, withMessageCounted: <T>(session: T) => session };
    const changes = conversations({
      ...parts,
      background: background(telemetry),
      notices: noNotices,
      realtime: silentRealtime,
      visitorEvents: silentVisitorEvents,
    });
    const noLimit = {
      ...counted,
      client: () => Promise.resolve(),
      sessionReads: () => Promise.resolve(),
      files: () => Promise.resolve(),
      completions: () => Promise.resolve(),
      blocks: () => Promise.resolve(),
      wrongKey: () => Promise.resolve(),
    };
    return leftMessages({
      ...parts,
      conversations: changes,
      rateGate: noLimit,
      startSession: startAnywhere,
      emailIsOn: false,
    });
  }

  it('takes one read and one write', async () => {
    const { conversations: store } = file;
    const calls: string[] = [];
    for (const name of ['load', 'commit', 'message', 'messages'] as const) {
      const original = store[name].bind(store) as (...args: unknown[]) => unknown;
      Object.assign(store, {
        [name]: (...args: unknown[]) => {
          calls.push(name);
          return original(...args);
        },
      });
    }
    const body = {
      sessionId: randomUUID(),
      email: 'vera@example.com',
      message: 'Do you ship?',
      clientMessageId: randomUUID(),
    };
    await service().leaveMessage(body, undefined);
    expect(calls).toEqual(['load', 'commit']);
  });
});
