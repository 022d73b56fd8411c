import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentMemberships } from '../../src/domain/agent-groups.ts';
import type { SessionAgent } from '../../src/domain/records/session.ts';
import { agentDesk } from '../../src/services/desk/agent-desk.ts';
import { agentReplies } from '../../src/services/desk/agent-replies.ts';
import { colleagues } from '../../src/services/desk/colleagues.ts';
import { nextLease } from '../../src/services/desk/next-lease.ts';
import { seatGate } from '../../src/services/desk/seat-gate.ts';
import { conversations } from '../../src/services/chat/conversations.ts';
import { background } from '../../src/services/platform/background.ts';
import { noFiles } from '../support/no-files.ts';
import { begin, START } from '../support/conversations.ts';
import { listedPlan } from '../support/control-plane-server.ts';
import { openCosmos } from '../support/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noNotices } from '../support/no-notices.ts';
import { realRandom } from '../support/real-random.ts';
import { refusal } from '../support/refusal.ts';
import { silentRealtime, silentVisitorEvents } from '../support/silent-realtime.ts';

const mia: SessionAgent & AgentMemberships = { oid: 'oid-mia', name: 'Mia', memberships: [] };

describe('the limit of conversations on two instances, whose replicas lag', () => {
  const sleep = () => new Promise<void>((resolve) => setImmediate(resolve));
  const setup = freshFixture(() => openCosmos());
  const second = freshFixture(() => setup.another());
  const time = manualClock(Date.parse(START));
  const clock = { ...time, sleep };
  beforeEach(async () => {
    for (let count = 0; count < 4; count += 1) {
      const waiting = { status: 'human_requested', humanRequestedAt: START } as const;
      await begin(setup.store, 'Hello', { session: waiting });
    }
    setup.server.replicas.lagMs = () => 3_600_000;
  });

  function instance({ ledger, store }: Pick<typeof second, 'ledger' | 'store'>) {
    const telemetry = { record: () => undefined, close: () => Promise.resolve() };
    const parts = {
      ...{ ledger, store, clock, telemetry, random: realRandom, notices: noNotices },
      ...{ realtime: silentRealtime, visitorEvents: silentVisitorEvents },
    };
    const shared = { ...parts, background: background(telemetry) };
    const changes = { ...shared, conversations: conversations({ ...shared, hasAgents: true }) };
    return agentDesk({
      ...changes,
      replies: agentReplies({ ...changes, attachments: noFiles }),
      colleagues: colleagues(shared),
      seats: seatGate({
        ...shared,
        plan: () => Promise.resolve(listedPlan('growth')),
        seatWindowDays: 30,
        quotaChanged: () => undefined,
      }),
      queue: { page: store.queue },
      oneAtATime: nextLease(shared),
      conversationLimit: 1,
    });
  }

  it('holds for one agent who asks both at once', async () => {
    const asked = [instance(setup), instance(second)].map((desk) => desk.claimNext(mia));
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'conversation-limit' } }]);
    const claimed = { status: 'claimed', claimedBy: mia.oid, limit: 10, consistency: 'strong' } as const;
    expect((await second.store.queue(claimed)).items).toHaveLength(1);
  });

  it('is counted again after ten seconds where an instance ended in between', async () => {
    const until = new Date(clock.now() + 10_000).toISOString();
    await setup.ledger.write('next-leases', mia.oid, { until }, 'absent');
    const desk = instance(second);
    expect(await refusal(desk.claimNext(mia))).toBe('store-unavailable');
    time.advance(10_001);
    expect(await desk.claimNext(mia)).toMatchObject({ changed: true });
    expect(await setup.ledger.read('next-leases', mia.oid, 'strong')).toBeUndefined();
  });
});
