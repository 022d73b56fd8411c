import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WidgetVisitor } from '../../src/conversations/rules/visitors.ts';
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

const ADDRESS = 'vera@example.com';

describe('A message that a visitor leaves', () => {
  const file = freshFixture(() => openSqlite());
  let told: unknown[];
  beforeEach(() => {
    told = [];
  });

  /** A separate instance on the same store. */
  function instance() {
    const telemetry = recordingTelemetry();
    const { conversations: store } = file;
    const parts = { store, clock: manualClock(Date.parse(START)), random: realRandom, telemetry };
    const counted = { session: () => undefined, withMessageCounted: <T>(session: T) => session };
    const changes = conversations({
      ...parts,
      background: background(telemetry),
      notices: noNotices,
      realtime: {
        ...silentRealtime,
        toGroup(group, event) {
          told.push([group, event]);
          return Promise.resolve();
        },
      },
      visitorEvents: {
        ...silentVisitorEvents,
        publish(_session, events) {
          told.push(['visitor', ...events]);
          return Promise.resolve();
        },
      },
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

  const body = () => ({
    sessionId: randomUUID(),
    email: ADDRESS,
    message: 'Do you ship?',
    clientMessageId: randomUUID(),
  });
  const anyone: WidgetVisitor | undefined = undefined;

  it('is announced to every desk, also after a correction of the address, and without the address', async () => {
    const here = instance();
    const input = body();
    await here.leaveMessage(input, anyone);
    const marked = { type: 'session', session: { leftMessage: { leftAt: START } } };
    expect(told).toMatchObject([
      ['visitor', { type: 'message' }, { type: 'message' }, marked],
      ['agents', marked],
    ]);
    told = [];
    await here.leaveMessage({ ...input, email: 'v@example.com' }, anyone);
    expect(told).toMatchObject([
      ['visitor', marked],
      ['agents', marked],
    ]);
    told = [];
    await here.leaveMessage({ ...input, email: 'v@example.com' }, anyone);
    expect(told).toEqual([]);
  });

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
    await instance().leaveMessage(body(), anyone);
    expect(calls).toEqual(['load', 'commit']);
  });
});
