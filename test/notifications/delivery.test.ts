import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { agentGroup, ALL_AGENTS, visitorsGroup } from '../../src/platform/rules/realtime-groups.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import type { Ports } from '../../src/ports.ts';
import { conversations, type Conversations } from '../../src/conversations/conversations.ts';
import { background } from '../../src/platform/background.ts';
import { visitorEvents } from '../../src/conversations/visitor-events.ts';
import { START } from '../support/stores/conversations.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { noNotices } from '../support/parts/absent.ts';
import { realRandom } from '../support/ports/random.ts';
import { silentRealtime } from '../support/parts/silent-realtime.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const AGENT = 'agent';

describe('a message of a claimed conversation', () => {
  const store = freshFixture(() => openSqlite({ synchronous: 'NORMAL' }));

  function service(): { service: Conversations; told: string[]; loads: () => number } {
    const told: string[] = [];
    const telemetry = recordingTelemetry();
    const realtime: Ports['realtime'] = {
      ...silentRealtime,
      toGroup: async (group, { type }) => void told.push(`${type} → ${group}`),
    };
    const load = vi.spyOn(store.conversations, 'load');
    const made = conversations({
      store: store.conversations,
      realtime,
      visitorEvents: visitorEvents({ realtime, isWidgetOpen: () => Promise.resolve(true) }),
      notices: noNotices,
      clock: manualClock(),
      random: realRandom,
      telemetry,
      background: background(telemetry),
    });
    return { service: made, told, loads: () => load.mock.calls.length };
  }

  /** Stores a claimed conversation. */
  async function claimed({ change }: Conversations): Promise<string> {
    const sessionId = randomUUID();
    const session = { ...startSession(sessionId, START), status: 'claimed' as const, claimedBy: AGENT };
    await change(sessionId, () => ({ commit: { session }, result: undefined }));
    return sessionId;
  }

  async function say(
    { change }: Conversations,
    sessionId: string,
    role: 'visitor' | 'agent' = 'visitor',
  ): Promise<void> {
    await change(sessionId, (conversation) => {
      if (!conversation) throw new Error('There is no conversation.');
      const draft = { id: randomUUID(), role, content: 'Hello' };
      const { session, message } = append(conversation.session, draft, START);
      return { commit: { session, append: [message] }, result: undefined };
    });
  }

  it.each(['visitor', 'agent'] as const)(
    'of the %s reaches the other person first, then its author, and then the list of every desk',
    async (role) => {
      const { service: conversation, told } = service();
      const sessionId = await claimed(conversation);
      told.length = 0;
      await say(conversation, sessionId, role);
      const [agent, visitor] = [agentGroup(AGENT), visitorsGroup(sessionId)];
      const inOrder = role === 'visitor' ? [agent, visitor] : [visitor, agent];
      expect(told).toEqual([...inOrder.map((group) => `message → ${group}`), `session → ${ALL_AGENTS}`]);
    },
  );
});
