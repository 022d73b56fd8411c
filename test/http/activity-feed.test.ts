import { describe, expect, test } from 'vitest';
import { CollabChecks } from '../../src/admin/wire/admin.ts';
import { ActivityFeedReply } from '../../src/notifications/wire/activity-feed.ts';
import { startFeedService } from '../support/service/feed-service.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startService } from '../support/service/service.ts';

describe('the activity feeds of agents', () => {
  const office = freshFixture(() => startFeedService());
  const admin = freshFixture(() => registryAdmin(office.service));

  const PATH = 'notifications/activity-feed';
  const read = () => admin.answer(200, ActivityFeedReply, admin.send('GET', PATH));
  const sendTest = () => admin.send('POST', `${PATH}/test-entry`);
  const checks = () => admin.answer(200, CollabChecks, admin.send('GET', 'collab-setup/checks'));

  test('are off by default: a requested agent causes neither an entry nor a sign-in to Microsoft Graph', async () => {
    await office.seen('Mia');
    await office.conversation('human_requested');
    await office.service.services.notifications.deliverDue();
    expect(await read()).toEqual({
      available: true,
      on: false,
      agents: [{ name: 'Mia', availability: 'available' }],
    });
    expect(await sendTest()).toMatchObject(refusedWith(409, 'channel-not-configured'));
    expect([office.graph.signIns, office.graph.calls]).toEqual([0, []]);
  });

  test('get an entry if a visitor requests an agent, and its link works only for that agent', async () => {
    const mia = await office.seen('Mia');
    await office.switchOn(true);
    const sessionId = await office.conversation('human_requested', 'A secret question');
    await expect.poll(() => office.graph.feed.map(({ oid }) => oid)).toEqual([mia.oid]);
    const [item] = office.graph.feed;
    expect(item?.title).toBe('A visitor asks for a person');
    expect(item?.webUrl.length).toBeLessThanOrEqual(1024);
    const { searchParams } = new URL(item?.webUrl ?? '');
    const { subEntityId: link } = JSON.parse(searchParams.get('context') ?? '') as { subEntityId: string };
    expect(await mia.get(`/api/agent/links/${link}`)).toMatchObject({ status: 200, body: { sessionId } });
    for (const private_ of ['secret', sessionId]) expect(office.graph.heard.join()).not.toContain(private_);
  });

  test('are not sent to an agent who is away, and stop when the conversation is claimed', async () => {
    const mia = await office.seen('Mia');
    const lee = await office.seen('Lee');
    await lee.put('/api/agent/me/availability', { status: 'away' });
    await office.switchOn(true);
    const sessionId = await office.conversation('human_requested');
    await expect.poll(() => office.graph.feed.map(({ oid }) => oid)).toEqual([mia.oid]);
    expect((await mia.post(`/api/agent/sessions/${sessionId}/claim`)).status).toBe(200);
    office.clock.advance(6 * 60_000);
    await office.service.services.notifications.deliverDue();
    expect(office.graph.calls).toHaveLength(1);
  });

  test('show the agents whom a test entry did not reach, also in the setup of Teams', async () => {
    await office.seen('Mia');
    const lee = await office.seen('Lee');
    office.graph.people.set(lee.oid, { apps: 0 });
    await office.switchOn(true);
    const { body } = await sendTest();
    expect(ActivityFeedReply.parse(body).agents).toMatchObject([
      { name: 'Lee', failure: 'app-missing' },
      { name: 'Mia', availability: 'available' },
    ]);
    expect((await checks()).activityFeed).toEqual({
      on: true,
      identity: office.graph.identity,
      unreached: ['Lee'],
    });
  });

  test('show the expected federated credential in the setup until it exists', async () => {
    office.graph.credentials = [];
    expect((await checks()).activityFeed).toEqual({
      on: false,
      identity: office.graph.identity,
      failure: 'credential-missing',
      entraCode: 70025,
      unreached: [],
    });
    office.graph.credentials = [office.graph.identity];
    expect((await checks()).activityFeed).not.toHaveProperty('failure');
  });

  test('list an entry that cannot be delivered among the undelivered notices', async () => {
    const mia = await office.seen('Mia');
    office.graph.people.set(mia.oid, { apps: 0 });
    await office.switchOn(true);
    await office.conversation('human_requested');
    await expect
      .poll(async () => (await admin.send('GET', 'notifications/dead-letters')).body)
      .toMatchObject({
        deadLetters: [{ deliveries: [{ channel: 'teams-activity', failure: 'app-missing' }] }],
      });
  });

  test('stay on if settings are saved without the switch, and stop if they are switched off', async () => {
    await office.seen('Mia');
    await office.switchOn(true);
    expect((await sendTest()).status).toBe(200);
    office.graph.calls.length = 0;
    await office.switchOn(undefined);
    expect((await read()).on).toBe(true);
    await office.switchOn(false);
    // The state of each agent is deleted.
    await expect
      .poll(read)
      .toEqual({ available: true, on: false, agents: [{ name: 'Mia', availability: 'available' }] });
    await office.conversation('human_requested');
    await office.service.services.notifications.deliverDue();
    expect(office.graph.calls).toEqual([]);
  });
});

describe('without an application in Microsoft Entra', () => {
  const service = freshFixture(() => startService());
  const admin = freshFixture(() => registryAdmin(service));

  test('the activity feed is unavailable and cannot be switched on', async () => {
    const PATH = 'notifications/activity-feed';
    expect((await admin.send('GET', PATH)).body).toEqual({ available: false, on: false, agents: [] });
    expect(await admin.send('POST', `${PATH}/test-entry`)).toMatchObject({ status: 409 });
    const edit = { reminderMinutes: 5, escalationMinutes: 15, includeFirstQuestion: false, language: 'en' };
    expect(await admin.send('PUT', 'notifications/teams', { ...edit, activityFeed: true })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'activityFeed', message: 'Set up Microsoft Teams first.' }] },
    });
  });
});
