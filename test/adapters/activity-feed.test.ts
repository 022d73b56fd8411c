import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { graphActivityFeed } from '../../src/adapters/activity-feed/graph.ts';
import { TimeoutError } from '../../src/lib/concurrency.ts';
import type { FeedEntry } from '../../src/ports.ts';
import { startGraph, type GraphFault } from '../fakes/graph-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';

const MINUTE_MS = 60_000;
const entry: FeedEntry = {
  title: 'A visitor asks for a person',
  preview: 'Waiting since 09:00 UTC',
  webUrl: 'https://teams.microsoft.com/l/entity/app/desk',
  chainId: 7,
};
const neverEnds = new AbortController().signal;

describe('The activity feeds of agents', () => {
  const clock = freshFixture(() => manualClock(Date.parse('2026-11-20T09:00:00Z')));
  const graph = freshFixture(() => startGraph(clock));
  const mia = randomUUID();
  const lee = randomUUID();

  const feed = (more: Partial<Parameters<typeof graphActivityFeed>[0]> = {}) => {
    for (const oid of [mia, lee]) if (!graph.people.has(oid)) graph.people.set(oid, { apps: 1 });
    return graphActivityFeed({
      ...graph.feedOptions(),
      clock: { ...realClock, now: () => clock.now() },
      ...more,
    });
  };

  it('get an entry with title, preview and link after one sign-in without a secret', async () => {
    const feeds = feed();
    expect(await feeds.sendTo(mia, entry, neverEnds)).toEqual({ ok: true });
    expect(await feeds.sendToMany([mia, lee], { ...entry, chainId: 8 }, neverEnds)).toEqual({ ok: true });
    expect(graph.feed.map(({ oid, chainId }) => [oid, chainId])).toEqual([
      [mia, 7],
      [mia, 8],
      [lee, 8],
    ]);
    expect(graph.feed[0]).toEqual({ oid: mia, ...entry });
    expect(graph.signIns).toBe(1);
    expect(graph.heard.join()).not.toContain('client_secret');
  });

  it('get an entry without a preview if nothing more is known of the conversation', async () => {
    expect(await feed().sendTo(mia, { ...entry, preview: '' }, neverEnds)).toEqual({ ok: true });
    expect(graph.heard.join()).not.toContain('previewText');
  });

  it('share one pending sign-in', async () => {
    const feeds = feed();
    await Promise.all([mia, lee, mia, lee].map((oid) => feeds.sendTo(oid, entry, neverEnds)));
    expect(graph.signIns).toBe(1);
  });

  it('get a fresh token before the present one has less than 45 minutes left', async () => {
    const feeds = feed();
    await feeds.sendTo(mia, entry, neverEnds);
    clock.advance(12 * MINUTE_MS);
    await feeds.sendTo(mia, entry, neverEnds);
    expect(graph.signIns).toBe(1);
    clock.advance(3 * MINUTE_MS);
    expect(await feeds.sendTo(mia, entry, neverEnds)).toEqual({ ok: true });
    expect(graph.signIns).toBe(2);
    expect(graph.calls.map(({ status }) => status)).toEqual([204, 204, 204]);
  });

  it.each([412, 401])('are tried once again with a fresh token after %i', async (status) => {
    const feeds = feed();
    graph.graphFault = { status };
    expect(await feeds.sendTo(mia, entry, neverEnds)).toEqual({
      ok: false,
      permanent: false,
      code: 'not-allowed',
    });
    expect([graph.signIns, graph.calls.length]).toEqual([2, 2]);
    graph.graphFault = undefined;
    expect(await feeds.sendTo(mia, entry, neverEnds)).toEqual({ ok: true });
  });

  it.each<[string, (oid: string) => void, string]>([
    ['does not have the app', (oid) => graph.people.set(oid, { apps: 0 }), 'app-missing'],
    ['is not in the directory', (oid) => graph.people.delete(oid), 'app-missing'],
    ['has two apps of the application', (oid) => graph.people.set(oid, { apps: 2 }), 'app-ambiguous'],
  ])('report if an agent %s', async (_name, change, code) => {
    const feeds = feed();
    change(mia);
    expect(await feeds.sendTo(mia, entry, neverEnds)).toEqual({ ok: false, permanent: true, code });
    expect(await feeds.sendTo(lee, entry, neverEnds)).toEqual({ ok: true });
  });

  it('choose between two apps of one application by the configured app id', async () => {
    const feeds = feed();
    graph.people.set(mia, { apps: 2 });
    expect(await feeds.sendTo(mia, { ...entry, teamsAppId: randomUUID() }, neverEnds)).toEqual({ ok: true });
  });

  it.each<[GraphFault, object]>([
    [
      { status: 429, headers: { 'retry-after': '17' } },
      { code: 'throttled', retryAfterMs: 17_000 },
    ],
    [{ status: 503 }, { code: 'unavailable' }],
    ['hang', { code: 'hanging' }],
    ['reset', { code: 'unreachable' }],
  ])('report a failure that can be retried if Microsoft Graph fails (%o)', async (fault, result) => {
    graph.graphFault = fault;
    const feeds = feed(fault === 'hang' ? { requestMs: 300 } : {});
    expect(await feeds.sendToMany([mia], entry, neverEnds)).toEqual({
      ok: false,
      permanent: false,
      ...result,
    });
  });

  it('abort a request when the delivery ends', async () => {
    graph.graphFault = 'hang';
    const sending = feed().sendTo(mia, entry, AbortSignal.abort());
    expect(await sending).toMatchObject({ code: 'hanging' });
  });

  describe('whose application cannot sign in', () => {
    it.each<[string, () => void, object]>([
      [
        'trusts no identity',
        () => (graph.credentials = []),
        { failure: 'credential-missing', entraCode: 70025 },
      ],
      [
        'trusts another identity',
        () => (graph.credentials = [{ ...graph.identity, subject: randomUUID() }]),
        { failure: 'credential-missing', entraCode: 700213 },
      ],
      [
        'does not exist',
        () => (graph.registered = false),
        { failure: 'application-missing', entraCode: 700016 },
      ],
      ['is throttled', () => (graph.loginFault = { status: 429 }), { failure: 'throttled' }],
      ['has no sign-in', () => (graph.loginFault = { status: 500 }), { failure: 'unavailable' }],
      ['gets another answer', () => (graph.loginFault = { status: 403 }), { failure: 'not-allowed' }],
    ])('report the reason if the application %s', async (_name, change, refusal) => {
      const feeds = feed();
      change();
      expect(await feeds.signIn()).toEqual({ ok: false, identity: graph.identity, ...refusal });
      expect(await feeds.sendTo(mia, entry, neverEnds)).toMatchObject({ ok: false, permanent: false });
      expect(graph.calls).toEqual([]);
    });

    it.each<[GraphFault, string]>([
      ['hang', 'hanging'],
      ['reset', 'unreachable'],
    ])('report the reason if the sign-in fails (%o)', async (fault, failure) => {
      graph.loginFault = fault;
      expect(await feed(fault === 'hang' ? { signInMs: 300 } : {}).signIn()).toEqual({ ok: false, failure });
    });

    it('report the reason if the platform returns no token, or returns it too late', async () => {
      const assertion = () => Promise.reject(new Error('canary-text'));
      expect(await feed({ assertion }).signIn()).toEqual({ ok: false, failure: 'identity-missing' });
      const late = () => Promise.reject(new TimeoutError());
      expect(await feed({ assertion: late }).signIn()).toEqual({ ok: false, failure: 'hanging' });
      const opaque = () => Promise.resolve('no token that names an identity');
      expect(await feed({ assertion: opaque }).signIn()).toEqual({ ok: false, failure: 'identity-missing' });
    });

    it('sign in as soon as the directory has the new federated credential', async () => {
      const feeds = feed();
      graph.lag = 2;
      expect(await feeds.signIn()).toMatchObject({ ok: false });
      expect(await feeds.signIn()).toMatchObject({ ok: false });
      expect(await feeds.signIn()).toEqual({ ok: true, identity: graph.identity });
    });
  });
});
