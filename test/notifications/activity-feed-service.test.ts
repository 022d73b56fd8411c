import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { graphActivityFeed } from '../../src/adapters/activity-feed/graph.ts';
import type { AgentStatus } from '../../src/availability/rules/agent-status.ts';
import type { OutboxKind } from '../../src/conversations/records/outbox-entry.ts';
import type { TeamsChannelRecord } from '../../src/notifications/records/teams-channel.ts';
import type { Notice } from '../../src/ports.ts';
import { activityFeed } from '../../src/notifications/activity-feed.ts';
import { activityFeedStatus } from '../../src/notifications/activity-feed-status.ts';
import { feedSender } from '../../src/notifications/feed-sender.ts';
import { startGraph } from '../fakes/graph-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const NOW = Date.parse('2026-11-20T09:00:00.000Z');
const DAY_MS = 86_400_000;
const APP = '0a51d6a0-39d5-4c3f-8b3b-5f8f0a4f1c11';
const LINK = 'sealed-link';

interface Person {
  oid: string;
  name: string;
  lastSeenAt: string;
  availability: AgentStatus;
}

interface AgentOptions {
  apps?: number;
  seenDaysAgo?: number;
  availability?: AgentStatus;
}

describe('The activity feed', () => {
  const clock = freshFixture(() => manualClock(NOW));
  const graph = freshFixture(() => startGraph(clock));
  const file = freshFixture(() => openSqlite());
  let people: Person[];
  let settings: TeamsChannelRecord | undefined;
  let mentioned: string[];

  function agent(name: string, { apps = 1, seenDaysAgo = 0, availability = 'available' }: AgentOptions = {}) {
    const oid = randomUUID();
    const lastSeenAt = new Date(clock.now() - seenDaysAgo * DAY_MS).toISOString();
    people.push({ oid, name, lastSeenAt, availability });
    graph.people.set(oid, { apps });
    return oid;
  }

  function instance() {
    const feed = graphActivityFeed({
      ...graph.feedOptions(),
      clock: { ...realClock, now: () => clock.now() },
    });
    const telemetry = recordingTelemetry();
    const sender = feedSender({ clock, ledger: file.ledger, random: realRandom, telemetry, feed });
    const parts = {
      clock,
      sender,
      feed,
      records: {
        settings: () => Promise.resolve(settings),
        recentSettings: () => Promise.resolve(settings),
      },
      links: {
        create: () => Promise.resolve(LINK),
        open: () => Promise.reject(new Error('Not asked here.')),
      },
      colleagues: { listAll: () => Promise.resolve(people) },
      mentionedIn: () => Promise.resolve(mentioned),
      teamsHost: 'teams.microsoft.com',
      teamsAppId: () => Promise.resolve(APP),
      chainKey: () => Promise.resolve(Buffer.from('key of the chains')),
    };
    return { channel: activityFeed(parts), status: activityFeedStatus(parts), sender, telemetry };
  }

  const sessionId = randomUUID();
  const notice = (more: Partial<Notice> & { kind?: OutboxKind } = {}): Notice => ({
    id: randomUUID(),
    sessionId,
    order: 1,
    kind: 'session.handoff',
    at: new Date(NOW).toISOString(),
    facts: { sourceDomain: 'shop.example', waitingSince: new Date(NOW).toISOString() },
    step: 'notice',
    ...more,
  });
  const neverEnds = new AbortController().signal;
  const got = () => graph.feed.map(({ oid }) => people.find((one) => one.oid === oid)?.name).toSorted();

  beforeEach(() => {
    people = [];
    mentioned = [];
    settings = {
      reminderMinutes: 5,
      escalationMinutes: 15,
      includeFirstQuestion: true,
      language: 'en',
      origin: 'https://chat.example.com',
      activityFeed: true,
    };
  });

  it('tells connected and disconnected agents of the last 30 days, except those who set themselves away', async () => {
    agent('Mia');
    agent('Lee', { seenDaysAgo: 29 });
    agent('Kim', { seenDaysAgo: 31 });
    agent('Ann', { availability: 'away' });
    expect(await instance().channel.deliver(notice(), neverEnds)).toEqual({ ok: true });
    expect(got()).toEqual(['Lee', 'Mia']);
  });

  it('contains event, time, place and a link to the conversation, without ids and text', async () => {
    agent('Mia');
    const { channel } = instance();
    await channel.deliver(notice(), neverEnds);
    const [item] = graph.feed;
    expect(item).toMatchObject({
      title: 'A visitor asks for a person',
      preview: 'Waiting since 09:00 UTC · shop.example',
    });
    const link = new URL(item?.webUrl ?? '');
    expect(link.href).toMatch(`https://teams.microsoft.com/l/entity/${APP}/desk?`);
    expect(JSON.parse(link.searchParams.get('context') ?? '')).toEqual({ subEntityId: LINK });
    expect(link.searchParams.get('webUrl')).toBe(`https://chat.example.com/api/collab-tab#/l/${LINK}`);
    expect(graph.heard.join()).not.toContain(sessionId);
  });

  it('has one entry for a conversation, which a reminder or a left message replaces', async () => {
    agent('Mia');
    const { channel } = instance();
    await channel.deliver(notice(), neverEnds);
    await channel.deliver(notice({ step: 'reminder' }), neverEnds);
    expect(graph.feed.map(({ title }) => title)).toEqual(['A visitor is still waiting']);
    await channel.deliver(notice({ kind: 'message.left' }), neverEnds);
    expect(graph.feed.map(({ title }) => title)).toEqual(['A visitor left a message']);
    await channel.deliver(notice({ sessionId: randomUUID() }), neverEnds);
    expect(graph.feed).toHaveLength(2);
  });

  it('reports a mention to an agent without the app as missing app, not as a failure, and drops it', async () => {
    mentioned = [agent('Lee', { apps: 0 })];
    const { channel, status } = instance();
    const dropped = { ok: false, permanent: true, code: 'channel-off' };
    expect(await channel.deliver(notice({ kind: 'mention' }), neverEnds)).toEqual(dropped);
    expect((await status.read()).agents).toMatchObject([{ name: 'Lee', failure: 'app-missing' }]);
    mentioned = [];
    expect(await channel.deliver(notice({ kind: 'mention' }), neverEnds)).toEqual({ ok: true });
    expect(graph.feed).toEqual([]);
  });

  it('calls each agent separately at first, then all who have the app together, at most 100 a call', async () => {
    for (let n = 1; n <= 130; n++) agent(`Agent ${n}`);
    const { channel } = instance();
    await channel.deliver(notice(), neverEnds);
    expect(graph.calls.filter(({ status }) => status === 204)).toHaveLength(130);
    graph.calls.length = 0;
    await channel.deliver(notice({ sessionId: randomUUID() }), neverEnds);
    expect(graph.calls.map(({ recipients, status }) => [recipients, status])).toEqual([
      [100, 202],
      [30, 202],
    ]);
    expect(graph.feed).toHaveLength(260);
  });

  it('asks again after a week whether an agent still has the app', async () => {
    const mia = agent('Mia');
    const { channel, status } = instance();
    await channel.deliver(notice(), neverEnds);
    graph.people.set(mia, { apps: 0 });
    clock.advance(8 * DAY_MS);
    await channel.deliver(notice(), neverEnds);
    expect((await status.read()).agents).toMatchObject([{ name: 'Mia', failure: 'app-missing' }]);
  });

  it('reaches the other agents if one cannot be reached, and names that agent until it succeeds', async () => {
    agent('Mia');
    const lee = agent('Lee', { apps: 0 });
    agent('Kim', { apps: 2 });
    const { channel, status } = instance();
    expect(await channel.deliver(notice(), neverEnds)).toEqual({ ok: true });
    expect(await status.read()).toEqual({
      on: true,
      agents: [
        { name: 'Kim', availability: 'available', day: '2026-11-20', failure: 'app-ambiguous' },
        { name: 'Lee', availability: 'available', day: '2026-11-20', failure: 'app-missing' },
        { name: 'Mia', availability: 'available', day: '2026-11-20' },
      ],
    });
    graph.people.set(lee, { apps: 1 });
    await channel.deliver(notice({ sessionId: randomUUID() }), neverEnds);
    expect((await status.read()).agents).toContainEqual({
      name: 'Lee',
      availability: 'available',
      day: '2026-11-20',
    });
  });

  it('calls agents separately if a call to many is refused because of one of them', async () => {
    agent('Mia');
    const lee = agent('Lee');
    const { channel, status } = instance();
    await channel.deliver(notice(), neverEnds);
    graph.people.set(lee, { apps: 0 });
    graph.strictCalls = true;
    graph.feed = [];
    expect(await channel.deliver(notice(), neverEnds)).toEqual({ ok: true });
    expect(got()).toEqual(['Mia']);
    expect((await status.read()).agents).toMatchObject([{ name: 'Lee', failure: 'app-missing' }, {}]);
  });

  it('is repeated only for agents who were not reached', async () => {
    agent('Mia');
    const { channel } = instance();
    await channel.deliver(notice(), neverEnds);
    agent('Lee');
    graph.feed = [];
    const next = notice({ sessionId: randomUUID() });
    graph.graphFault = { status: 503 };
    expect(await channel.deliver(next, neverEnds)).toMatchObject({ ok: false, permanent: false });
    graph.graphFault = undefined;
    graph.calls.length = 0;
    expect(await channel.deliver(next, neverEnds)).toEqual({ ok: true });
    expect(await channel.deliver(next, neverEnds)).toEqual({ ok: true });
    expect(graph.calls).toHaveLength(2);
    expect(got()).toEqual(['Lee', 'Mia']);
  });

  it('names the app package or its permission as the cause if no agent can be reached', async () => {
    agent('Mia', { apps: 0 });
    agent('Lee', { apps: 0 });
    const { channel, status } = instance();
    const failed = { ok: false, permanent: true, code: 'consent-missing' };
    expect(await channel.deliver(notice(), neverEnds)).toEqual(failed);
    const since = new Date(NOW).toISOString();
    expect((await status.read()).failing).toEqual({ since, failure: 'consent-missing' });
    clock.advance(60_000);
    await channel.deliver(notice(), neverEnds);
    expect((await status.read()).failing?.since).toBe(since);
    for (const one of graph.people.values()) one.apps = 1;
    await channel.deliver(notice(), neverEnds);
    expect(await status.read()).not.toHaveProperty('failing');
  });

  it('signs in once for all agents, and is repeated until the federated credential exists', async () => {
    for (let n = 1; n <= 5; n++) agent(`Agent ${n}`);
    graph.credentials = [];
    const { channel, status } = instance();
    const failed = { ok: false, permanent: false, code: 'credential-missing' };
    expect(await channel.deliver(notice(), neverEnds)).toEqual(failed);
    expect([graph.signIns, graph.calls.length]).toEqual([1, 0]);
    expect((await status.read()).failing?.failure).toBe('credential-missing');
    graph.credentials = [graph.identity];
    expect(await channel.deliver(notice(), neverEnds)).toEqual({ ok: true });
    expect(got()).toHaveLength(5);
  });

  it('succeeds without agents to tell, and is dropped if it was switched off', async () => {
    const { channel } = instance();
    expect(await channel.deliver(notice(), neverEnds)).toEqual({ ok: true });
    settings = undefined;
    agent('Mia');
    expect(await channel.deliver(notice(), neverEnds)).toMatchObject({ code: 'channel-off' });
    expect(graph.heard).toEqual([]);
  });

  it('has a reminder like cards, and no escalation', async () => {
    const { channel } = instance();
    expect(await channel.followUps()).toEqual({ reminderMinutes: 5 });
    if (settings) settings = { ...settings, reminderMinutes: 0 };
    expect(await channel.followUps()).toEqual({});
  });

  it('stores an id, a day and a failure for each agent for 30 days, and logs none of them', async () => {
    const gone = agent('Gone');
    const { channel, telemetry } = instance();
    await channel.deliver(notice(), neverEnds);
    people = [];
    const storedAfter = async (days: number) => {
      clock.advance(days * DAY_MS);
      agent('Lee');
      await channel.deliver(notice({ sessionId: randomUUID() }), neverEnds);
      return JSON.stringify(await file.ledger.read('activity-feed', 'states'));
    };
    expect(await storedAfter(29)).toContain(gone);
    const stored = await storedAfter(2);
    for (const { oid } of people) expect(stored).toContain(oid);
    expect(stored).not.toContain(gone);
    expect(stored).not.toContain('Lee');
    expect(telemetry.events).toEqual([]);
  });
});
