import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeployStatus, SeatReport } from '../../src/publisher/wire/reports.ts';
import { startEventGrid } from '../fakes/event-grid-server.ts';
import { startGraph, type GraphServer } from '../fakes/graph-server.ts';
import { startModelServer, type ModelServer } from '../fakes/model-server.ts';
import { startTokenIssuer, type TokenIssuer } from '../support/servers/agent-tokens.ts';
import { emptyDeployment } from './support/composed-process.ts';
import { startProcess } from '../support/service/process.ts';
import { COMPOSITIONS } from '../support/service/service.ts';
import { startReportReceiver, type ReportReceiver } from '../support/servers/report-receiver.ts';

const TAP = pathToFileURL(join(import.meta.dirname, './network-tap.js')).href;

let dataDir: string;
let model: ModelServer;
let issuer: TokenIssuer;
let publisher: ReportReceiver;
let topic: Awaited<ReturnType<typeof startEventGrid>>;
let graph: GraphServer;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'chat-'));
  model = await startModelServer();
  issuer = await startTokenIssuer();
  publisher = await startReportReceiver();
  topic = await startEventGrid();
  graph = await startGraph();
  graph.tenantId = issuer.tenantId;
  graph.clientId = issuer.clientId;
  issuer.applicationSignIn = graph.listener;
});
afterEach(async () => {
  await Promise.all([model.close(), issuer.close(), publisher.close(), topic.close(), graph.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

/** The tap's reports of threads: that one was started, and that it listens to one. */
const THREADS = ['thread', 'thread that is heard'];

interface Tapped {
  to: string;
  sent?: string;
}

/** The tap's records. */
async function heardBy(tapFile: string): Promise<Tapped[]> {
  const lines = (await readFile(tapFile, 'utf8')).trim().split('\n');
  return lines.map((line): Tapped => JSON.parse(line));
}

test('the test’s tap detects every outgoing connection of a process', async () => {
  const tapFile = join(dataDir, 'ways-out.ndjson');
  const env = { PATH: process.env['PATH'], NODE_OPTIONS: `--import=${TAP}`, NETWORK_TAP_FILE: tapFile };
  const child = spawn(process.execPath, [join(import.meta.dirname, './ways-out.js')], { env });
  await once(child, 'close');
  const ways = new Set((await heardBy(tapFile)).map(({ to }) => to));
  const ports = [9001, 9002, 9003, 9004, 9005, 9006, 9007].map((port) => `127.0.0.1:${port}`);
  const names = ['one', 'two', 'three', 'four', 'five'].map((name) => `name ${name}.invalid`);
  expect(ways).toEqual(new Set([...ports, ...names, 'datagram', `process ${process.execPath}`, ...THREADS]));
});

/** With the channels of notices as they are by default, and with events and activity feeds switched on. */
const DEPLOYMENTS = COMPOSITIONS.flatMap((composition) =>
  ([false, true] as const).map((sendsEvents) => ({ composition, sendsEvents })),
);

test.each(DEPLOYMENTS)(
  'the publisher gets only the two status payloads of a busy deployment ($composition), without content, and events and feed entries are sent only if they are switched on ($sendsEvents)',
  async ({ composition, sendsEvents }) => {
    const deployment = await emptyDeployment(composition, {
      tokenFor: (resource) => (resource === graph.identity.audience ? graph.assertion() : undefined),
    });
    // Outside of the cloud there is no managed identity, and so no activity feed.
    const sendsEntries = sendsEvents && composition === 'cloud';
    const tapFile = join(dataDir, 'tap.ndjson');
    const service = await startProcess({
      ...deployment.settings,
      NODE_OPTIONS: `--import=${TAP}`,
      NETWORK_TAP_FILE: tapFile,
      CONTROL_PLANE_URL: publisher.url,
      ...(sendsEvents && { EVENT_GRID_TOPIC_ENDPOINT: topic.url }),
      MICROSOFT_GRAPH_ENDPOINT: graph.origin,
      MARKETPLACE_SUBSCRIPTION_ID: 'sub-1',
      ALLOWED_ORIGINS: 'https://canary-site.example',
      // One address here asks for more people than a visitor may.
      RATE_LIMIT_IP_PER_MINUTE: '600',
      AZURE_OPENAI_ENDPOINT: '',
      OPENAI_BASE_URL: model.url,
      OPENAI_MODEL: 'canary-model',
      ...issuer.settings,
      ADMIN_KEY: 'canary-admin-key-of-many-letters',
    });
    const call = async (path: string, body: unknown, token?: string) => {
      const response = await fetch(`${service.origin}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: path.startsWith('/api/agent') ? service.origin : 'https://canary-site.example',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      await response.text();
      return response.status;
    };

    if (sendsEvents) {
      const cards = { reminderMinutes: 5, escalationMinutes: 15, includeFirstQuestion: true, language: 'en' };
      const saved = await fetch(`${service.origin}/api/notifications/teams`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer canary-admin-key-of-many-letters',
        },
        body: JSON.stringify({ ...cards, activityFeed: true }),
      });
      await saved.text();
      expect(saved.status).toBe(200);
      // An agent who was at the desk before the first visitor waits, which is stored with the choice.
      const oid = randomUUID();
      graph.people.set(oid, { apps: 1 });
      const chosen = await fetch(`${service.origin}/api/agent/me/availability`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await issuer.token({ oid, name: 'Canary Ann' })}`,
        },
        body: JSON.stringify({ status: 'available' }),
      });
      await chosen.text();
      expect(chosen.status).toBe(200);
    }

    // Three agents on a plan with two seats: the last claim changes the state of the quota, which is reported
    // immediately.
    const sessionIds: string[] = [];
    for (const name of ['mia', 'lee', 'kim']) {
      const sessionId = randomUUID();
      sessionIds.push(sessionId);
      model.script({ deltas: ['canary-answer'] });
      const message = `canary-message of canary-${name}@mail.example`;
      expect(await call('/api/chat', { message, sessionId, pageUrl: 'https://canary-site.example/x' })).toBe(
        200,
      );
      const contact = { email: `canary-contact-${name}@mail.example`, name: 'canary-contact-name' };
      expect(await call('/api/contact', { sessionId, ...contact, consent: true })).toBe(200);
      expect(await call('/api/handoff', { sessionId, reason: 'canary-reason' })).toBe(200);
      // The assistant still answers, and does not get the visitor's contact.
      expect(await call('/api/chat', { message, sessionId })).toBe(200);
      const oid = randomUUID();
      graph.people.set(oid, { apps: 1 });
      const token = await issuer.token({
        oid,
        name: `Canary ${name}`,
        preferred_username: `canary-${name}@mail.example`,
      });
      expect(await call(`/api/agent/sessions/${sessionId}/claim`, {}, token)).toBe(200);
      expect(await call(`/api/agent/sessions/${sessionId}/message`, { content: 'canary-reply' }, token)).toBe(
        200,
      );
      expect(await call('/api/chat', { message, sessionId })).toBe(202);
    }
    await expect
      .poll(() => publisher.of('seat').map((report) => SeatReport.parse(report).quotaStatus?.exceeded))
      .toContain(true);
    await expect.poll(() => publisher.of('deploy')).toHaveLength(1);
    // A handoff, a message left and a claim of each; one may come twice.
    if (sendsEvents) await expect.poll(() => new Set(topic.taken.map(({ id }) => id)).size).toBe(9);
    if (sendsEntries) await expect.poll(() => graph.feed.length).toBeGreaterThan(0);
    service.signal('SIGTERM');
    await service.ended;
    await deployment.remove();

    for (const report of publisher.of('seat')) SeatReport.parse(report);
    for (const report of publisher.of('deploy')) DeployStatus.parse(report);
    expect(publisher.of('deploy')).toHaveLength(1);
    const plain = new Set(['GET /api/plans/start', 'POST /api/reports/seat', 'POST /api/reports/deploy']);
    expect(publisher.asked.filter((asked) => !plain.has(asked))).toEqual([]);

    const entries = await heardBy(tapFile);
    // Everything that was connected to is on this list; the model's, the identity provider's, the topic's and
    // Microsoft 365 are the customer's own.
    const notices = [...(sendsEvents ? [topic.url] : []), ...(sendsEntries ? [graph.origin] : [])];
    const own = [model.url, issuer.authority, ...notices].map((url) => new URL(url).port);
    const { port } = new URL(publisher.url);
    const known = [...own, ...deployment.ports, port];
    const elsewhere = entries.filter(({ to }) => !known.some((one) => to.endsWith(`:${one}`)));
    // The SDK of the telemetry has a thread; what it sends is on the list.
    const [begun, heard] = THREADS.map((kind) => elsewhere.filter(({ to }) => to === kind).length);
    expect(heard).toBe(begun);
    expect(elsewhere.filter(({ to }) => !THREADS.includes(to))).toEqual([]);

    const toPublisher = entries.filter(({ to }) => to.endsWith(`:${port}`)).map(({ sent = '' }) => sent);
    // The tap has heard what the publisher has read, so that its silence means something.
    expect(toPublisher.join('')).toContain('"seatQuantity":3');
    expect(entries.map(({ sent = '' }) => sent).join('')).toContain('canary-message');
    const modelPort = new URL(model.url).port;
    const toModel = entries.filter(({ to }) => to.endsWith(`:${modelPort}`)).map(({ sent = '' }) => sent);
    expect(toModel.join('')).toContain('canary-message');
    expect(toModel.join('')).not.toContain('canary-contact');
    for (const told of [toPublisher.join('\n'), publisher.rawRequests.join('\n')]) {
      expect(told).not.toMatch(/canary/i);
      for (const sessionId of sessionIds) expect(told.toLowerCase()).not.toContain(sessionId);
    }

    const topicPort = new URL(topic.url).port;
    const toTopic = entries.filter(({ to }) => to.endsWith(`:${topicPort}`)).map(({ sent = '' }) => sent);
    const told = toTopic.join('\n');
    expect(toTopic.length > 0).toBe(sendsEvents);
    // The source domain is the customer's own; nothing that a person wrote or is called is in an event.
    expect(told).not.toMatch(/canary(?!-site\.example)/i);
    for (const sessionId of sessionIds) expect(told.toLowerCase()).not.toContain(sessionId);

    const inFeeds = graph.heard.join('\n');
    expect([graph.signIns > 0, graph.calls.length > 0]).toEqual([sendsEntries, sendsEntries]);
    expect(inFeeds).not.toMatch(/canary(?!-site\.example)/i);
    for (const sessionId of sessionIds) expect(inFeeds.toLowerCase()).not.toContain(sessionId);
  },
  60_000,
);
