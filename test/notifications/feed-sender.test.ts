import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { graphActivityFeed } from '../../src/adapters/activity-feed/graph.ts';
import { feedSender } from '../../src/notifications/feed-sender.ts';
import { startGraph } from '../fakes/graph-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

describe('the sender of entries for activity feeds', () => {
  const graph = freshFixture(() => startGraph());
  const file = freshFixture(() => openSqlite());
  const entry = { title: 'A', preview: 'B', webUrl: 'https://teams.microsoft.com/l/entity/a/b', chainId: 1 };
  const neverEnds = new AbortController().signal;
  const throttling = { status: 429, headers: { 'retry-after': '20' } };

  /** The agents to notify, and a sender whose requests never time out. */
  function start(agents: number) {
    const oids = Array.from({ length: agents }, () => randomUUID());
    for (const oid of oids) graph.people.set(oid, { apps: 1 });
    const feed = graphActivityFeed({
      ...graph.feedOptions(),
      clock: realClock,
      requestMs: 60_000,
    });
    const parts = {
      clock: realClock,
      ledger: file.ledger,
      random: realRandom,
      telemetry: recordingTelemetry(),
    };
    return { sending: { entry, oids, reached: new Set<string>() }, sender: feedSender({ ...parts, feed }) };
  }

  it('repeats only the entries that Microsoft Graph refused with too many requests', async () => {
    const { sending, sender } = start(2);
    const [, late = ''] = sending.oids;
    graph.faultsOf.set(late, throttling);
    const refused = { ok: false, permanent: false, code: 'throttled', retryAfterMs: 20_000 };
    expect(await sender.send(sending, neverEnds)).toEqual(refused);
    graph.faultsOf.clear();
    graph.calls.length = 0;
    expect(await sender.send(sending, neverEnds)).toEqual({ ok: true });
    expect(graph.calls).toHaveLength(1);
    expect(graph.feed.map(({ oid }) => oid).toSorted()).toEqual(sending.oids.toSorted());
  });

  it('stores no state for agents who were not called because of a rate limit', async () => {
    const { sending, sender } = start(40);
    graph.graphFault = throttling;
    expect(await sender.send(sending, neverEnds)).toMatchObject({ ok: false, code: 'throttled' });
    expect(Object.keys((await sender.states()).agents)).toHaveLength(graph.calls.length);
    expect(graph.calls).toHaveLength(10);
  });

  it('stores no state for agents who were not called because of the timeout', async () => {
    const { sending, sender } = start(40);
    graph.graphFault = 'hang';
    const timeUp = new AbortController();
    const sent = sender.send(sending, timeUp.signal);
    await expect.poll(() => graph.calls).toHaveLength(10);
    timeUp.abort();
    const failure = 'hanging';
    expect(await sent).toEqual({ ok: false, permanent: false, code: failure });
    const { agents, failing } = await sender.states();
    expect(Object.values(agents)).toEqual(
      Array.from({ length: 10 }, () => expect.objectContaining({ failure })),
    );
    expect(failing).toMatchObject({ failure });
  });

  it('calls no agent if the time is up at the start', async () => {
    const { sending, sender } = start(3);
    expect(await sender.send(sending, AbortSignal.abort())).toMatchObject({ ok: false, permanent: false });
    expect((await sender.states()).agents).toEqual({});
  });
});
