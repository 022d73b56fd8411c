import { describe, expect, test } from 'vitest';
import { SettingsFile } from '../../src/admin/wire/settings-file.ts';
import { WebsiteSourcesReply } from '../../src/websites/wire/website-sources.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { scriptedWebsites } from '../support/ports/scripted-websites.ts';
import { DAY_MS, startAgentService, type AgentService } from '../support/service/agent-service.ts';
import { expectTransfer, importInto } from './support/settings-transfer.ts';

const from = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
const to = sharedFixture(() => startAgentService());

test('another deployment imports the settings of a file after a preview that changes nothing', async () => {
  await expectTransfer(from, to);
});

describe('a website', () => {
  const SITE = () => ({ pages: { '/': { title: 'Harbour Cycles', markdown: '# Welcome' } } });
  const { websites } = scriptedWebsites({ 'read.example': SITE(), 'chosen.example': SITE() });
  const [source, target] = [
    sharedFixture(() => startAgentService({ websites })),
    sharedFixture(() => startAgentService({ websites })),
  ];
  const READ = 'https://read.example/';
  const CHOSEN = 'https://chosen.example/';

  /** The phases of the websites by their addresses. */
  async function phases({ service }: AgentService) {
    const admin = registryAdmin(service);
    const { sources } = await admin.answer(200, WebsiteSourcesReply, admin.send('GET', 'knowledge/sources'));
    return Object.fromEntries(sources.map(({ address, phase }) => [address, phase]));
  }

  /** The file of a deployment with a website that was read, and one whose pages are still to be chosen. */
  async function exported(): Promise<SettingsFile> {
    const admin = registryAdmin(source.service);
    const [assistant] = (await admin.assistants()).assistants;
    for (const address of [READ, CHOSEN]) {
      const website = { kind: 'website', assistantId: assistant?.id, address, schedule: 'week' };
      await admin.send('POST', 'knowledge/sources', { ...website, start: address === READ });
    }
    await expect.poll(() => phases(source)).toEqual({ [READ]: 'read', [CHOSEN]: 'found' });
    return await admin.answer(200, SettingsFile, admin.send('GET', 'settings'));
  }

  test('gets its address and its choices, and is read again unless its pages are to be chosen', async () => {
    const file = await exported();
    expect(file.websites).toMatchObject([
      { address: CHOSEN, choices: { schedule: 'week' }, start: false },
      { address: READ, choices: { schedule: 'week' }, start: true },
    ]);
    const { changes } = await importInto(target, file, '?preview=true');
    expect(await phases(target)).toEqual({});
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'website', name: READ, effect: 'added' }));
    await importInto(target, file);
    await expect.poll(() => phases(target)).toEqual({ [READ]: 'read', [CHOSEN]: 'found' });
    const admin = registryAdmin(target.service);
    const copied = await admin.answer(200, SettingsFile, admin.send('GET', 'settings'));
    expect(copied.websites).toEqual(file.websites);
  });

  test('is read again by a repeated import, also without `start` in the file', async () => {
    const readAt = async () => {
      const admin = registryAdmin(target.service);
      const { sources } = await admin.answer(
        200,
        WebsiteSourcesReply,
        admin.send('GET', 'knowledge/sources'),
      );
      return sources.find(({ address }) => address === READ)?.readAt;
    };
    const [website] = (await exported()).websites.filter(({ address }) => address === READ);
    const { start: _start, ...older } = website ?? {};
    const file = SettingsFile.parse({ format: 'chat-settings-1', websites: [older] });
    await importInto(target, file);
    await expect.poll(() => phases(target)).toMatchObject({ [READ]: 'read' });
    const before = await readAt();
    target.clock.advance(DAY_MS);
    await importInto(target, file);
    await expect.poll(readAt).not.toBe(before);
    await expect.poll(() => phases(target)).toMatchObject({ [READ]: 'read' });
  });
});

test.each([
  ['a first period', undefined, 30, true],
  ['a period after “for ever”', 0, 30, true],
  ['a shorter period', 60, 30, true],
  ['the same period', 30, 30, false],
  ['a longer period', 30, 60, false],
  ['“for ever”', 30, 0, false],
])('the preview of %s says whether it deletes conversations', async (_, current, retentionDays, deletes) => {
  await registryAdmin(to.service).send('PUT', 'service-settings', { retentionDays: current });
  const file = SettingsFile.parse({ format: 'chat-settings-1', service: { retentionDays } });
  const { changes } = await importInto(to, file, '?preview=true');
  expect(changes.map(({ deletesAfterDays }) => deletesAfterDays)).toEqual([
    deletes ? retentionDays : undefined,
  ]);
});

test('the preview names no deletion where the environment decides the retention', async () => {
  const decided = await startAgentService({ settings: { RETENTION_DAYS: '400' } });
  const file = SettingsFile.parse({ format: 'chat-settings-1', service: { retentionDays: 30 } });
  const { changes } = await importInto(decided, file, '?preview=true');
  await decided.close();
  expect(changes).toMatchObject([{ kind: 'service' }]);
  expect(changes[0]).not.toHaveProperty('deletesAfterDays');
});

test('two assistants of one name stay two, with their own documents', async () => {
  const [source, target] = [await startAgentService(), await startAgentService()];
  const admin = registryAdmin(source.service);
  for (const markdown of ['Tea costs 3 euros.', 'Coffee costs 4 euros.']) {
    const { id } = await admin.make({ name: 'Shop' });
    await admin.send('PUT', `assistants/${id}/documents/prices.md`, { markdown });
  }
  const file = await admin.answer(200, SettingsFile, admin.send('GET', 'settings'));
  await importInto(target, file);
  const copied = registryAdmin(target.service);
  expect((await copied.assistants()).assistants.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Shop', 'Shop (2)']),
  );
  const { documents } = await copied.answer(200, SettingsFile, copied.send('GET', 'settings'));
  expect(documents.map(({ markdown }) => markdown).toSorted()).toEqual([
    'Coffee costs 4 euros.',
    'Tea costs 3 euros.',
  ]);
  await Promise.all([source.close(), target.close()]);
});

test('an import does not switch the activity feed on, which needs the sign-in of agents', async () => {
  const cards = { reminderMinutes: 5, escalationMinutes: 15, includeFirstQuestion: false, language: 'en' };
  const notifications = { ...cards, activityFeed: true };
  await importInto(to, SettingsFile.parse({ format: 'chat-settings-1', notifications }));
  const { body } = await registryAdmin(to.service).send('GET', 'notifications/teams');
  expect(body).toMatchObject(cards);
  expect(body).not.toMatchObject({ activityFeed: true });
});

test('an imported tag replaces the tag of the same name, ignoring case', async () => {
  const color = async (file: object) => {
    await importInto(to, SettingsFile.parse({ format: 'chat-settings-1', ...file }));
    const copied = registryAdmin(to.service);
    const { tags } = await copied.answer(200, SettingsFile, copied.send('GET', 'settings'));
    return tags.filter(({ name }) => name.toLowerCase() === 'vip');
  };
  expect(await color({ tags: [{ name: 'VIP', color: 'red' }] })).toEqual([{ name: 'VIP', color: 'red' }]);
  expect(await color({ tags: [{ name: 'vip', color: 'teal' }] })).toEqual([{ name: 'vip', color: 'teal' }]);
});

test('an export omits settings that were never changed, and an import leaves them unchanged', async () => {
  const unused = await startAgentService();
  const admin = registryAdmin(unused.service);
  const file = await admin.answer(200, SettingsFile, admin.send('GET', 'settings'));
  await unused.close();
  expect(file).toMatchObject({ service: {}, websites: [], widgets: [] });
  for (const part of ['hours', 'notifications', 'defaultWidget']) expect(file).not.toHaveProperty(part);
  const { changes } = await importInto(to, file);
  expect(changes.map(({ kind }) => kind)).toEqual(['assistant']);
});

test.each([
  [{ format: 'chat-settings-2' }, 'format'],
  [{ format: 'chat-settings-1', tags: [{ name: 'VIP', color: 'gold' }] }, 'tags.0.color'],
  [
    { format: 'chat-settings-1', documents: [{ assistant: 'Nowhere', name: 'a.md', markdown: 'A' }] },
    'assistant',
  ],
])('an invalid file is refused, and the error names the field: %j', async (file, path) => {
  for (const query of ['', '?preview=true']) {
    expect(await registryAdmin(to.service).send('POST', `settings${query}`, file)).toMatchObject({
      status: 400,
      body: { error: 'validation-failed', issues: [{ path }] },
    });
  }
});
