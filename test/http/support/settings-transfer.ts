import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { SettingsFile, SettingsImportReply } from '../../../src/admin/wire/settings-file.ts';
import { ActionReply, ActionsReply } from '../../../src/actions/wire/actions.ts';
import { BusinessHoursReply } from '../../../src/availability/wire.ts';
import { TagsReply } from '../../../src/conversations/wire/tags.ts';
import { findOrder } from '../../support/parts/order-actions.ts';
import { registryAdmin } from '../../support/clients/registry.ts';
import type { AgentService } from '../../support/service/agent-service.ts';

const HOURS = {
  timeZone: 'Europe/Berlin',
  weekly: [{ day: 'monday', from: '09:00', to: '17:00' }],
  holidays: [],
};

const LOOK = { branding: { title: 'Shop chat', color: '#aa3355' }, locale: 'de', attachments: true };
const CARDS = { reminderMinutes: 7, escalationMinutes: 20, includeFirstQuestion: true, language: 'de' };
const WORKFLOW =
  'https://default0.11.environment.api.powerplatform.com/powerautomate/automations/direct' +
  '/workflows/a/triggers/manual/paths/invoke?sig=secret';

/** Fills a deployment with each kind of setting, and returns its file. */
export async function filledSettings({ service, agent }: AgentService): Promise<SettingsFile> {
  const admin = registryAdmin(service);
  const { send } = admin;
  const shop = await admin.make({ name: 'Shop', isDefault: true });
  await send('PUT', `assistants/${shop.id}/documents/prices.md`, {
    markdown: '# Prices\n\nTea costs 3 euros.',
  });
  const { widget } = await admin.register({ name: 'Shop chat', assistantId: shop.id });
  await send('PATCH', `widgets/${widget.id}`, { enabled: false });
  const path = `assistants/${shop.id}/actions`;
  const { action } = await admin.answer(
    201,
    ActionReply,
    send('POST', path, findOrder({ widgets: [widget.id] })),
  );
  await send('PUT', `${path}/${action.id}/headers/x-api-key`, { value: 'a very secret key' });
  await send('POST', 'tags', { name: 'Refund', color: 'red' });
  await admin.answer(200, BusinessHoursReply, send('PUT', 'business-hours', { hours: HOURS }));
  await send('PUT', 'default-widget', LOOK);
  await send('PUT', 'service-settings', { retentionDays: 400, emailReplyTo: 'desk@shop.example' });
  await send('PUT', 'notifications/teams', { ...CARDS, first: WORKFLOW, teamsAppId: randomUUID() });
  await agent('Mia').put(`/api/agent/canned-replies/${randomUUID()}`, {
    title: 'Hi',
    content: 'Hello there',
  });
  return await admin.answer(200, SettingsFile, send('GET', 'settings'));
}

/** Imports a file, or previews it. */
export const importInto = async ({ service }: AgentService, file: SettingsFile, query = '') => {
  const admin = registryAdmin(service);
  return await admin.answer(200, SettingsImportReply, admin.send('POST', `settings${query}`, file));
};

/** Expects that another deployment has the settings of a file after an import, and names its secrets. */
export async function expectTransfer(from: AgentService, to: AgentService): Promise<void> {
  const file = await filledSettings(from);
  expect(JSON.stringify(file)).not.toContain('a very secret key');
  expect(JSON.stringify(file)).not.toContain('sig=secret');
  expect(file.secrets).toEqual([
    'Shop: header x-api-key of the action find_order',
    'Notifications: address of the workflow for all cards',
  ]);

  const other = registryAdmin(to.service);
  // These belong to the other deployment, which keeps them.
  const teamsAppId = randomUUID();
  await other.send('PUT', 'notifications/teams', { ...CARDS, language: 'en', teamsAppId });
  await other.send('PUT', 'service-settings', { retentionDays: 30, emailBusinessName: 'Production' });

  const preview = await importInto(to, file, '?preview=true');
  const effects = (reply: SettingsImportReply) =>
    Object.fromEntries(reply.changes.map(({ kind, name, effect }) => [`${kind} ${name}`, effect]));
  expect(effects(preview)).toMatchObject({
    'assistant Shop': 'added',
    'document prices.md': 'added',
    'widget Shop chat': 'added',
    'tag Refund': 'added',
    'canned-reply Hi': 'added',
    'hours Europe/Berlin': 'added',
    'notifications Microsoft Teams': 'replaced',
    'default-widget Default widget': 'replaced',
    'service conversations are deleted 400 days after the last message': 'replaced',
    'service replies to e-mails go to desk@shop.example': 'added',
  });
  const admin = other;
  const { assistants: before } = await admin.assistants();
  expect(before.map(({ name }) => name)).not.toContain('Shop');

  expect(effects(await importInto(to, file))).toEqual(effects(preview));
  const { assistants } = await admin.assistants();
  const shop = assistants.find(({ name }) => name === 'Shop');
  expect(shop?.documents.map(({ name }) => name)).toEqual(['prices.md']);
  const { widgets } = await admin.widgets();
  expect(widgets).toMatchObject([{ name: 'Shop chat', enabled: false, assistantId: shop?.id }]);
  const listed = await admin.answer(200, ActionsReply, admin.send('GET', `assistants/${shop?.id}/actions`));
  // Switched off until its secret header is entered again.
  expect(listed.actions).toMatchObject([
    { name: 'find_order', enabled: false, secretHeaders: [], widgets: [widgets[0]?.id] },
  ]);
  expect(TagsReply.parse((await admin.send('GET', 'tags')).body).tags).toMatchObject([{ name: 'Refund' }]);
  const { hours } = BusinessHoursReply.parse((await admin.send('GET', 'business-hours')).body);
  expect(hours).toEqual(HOURS);

  const body = async (path: string) => (await admin.send('GET', path)).body;
  expect(await body('default-widget')).toMatchObject({ widget: LOOK });
  expect(await body('notifications/teams')).toMatchObject({ ...CARDS, teamsAppId });
  expect(await body('service-settings')).toMatchObject({
    settings: { retentionDays: 400, emailReplyTo: 'desk@shop.example', emailBusinessName: 'Production' },
  });

  // A repeat replaces everything and doubles nothing.
  const again = await importInto(to, file);
  expect(new Set(again.changes.map(({ effect }) => effect))).toEqual(new Set(['replaced']));
  const copied = await admin.answer(200, SettingsFile, admin.send('GET', 'settings'));
  expect(copied.assistants).toEqual(file.assistants);
  expect(copied.documents).toEqual(file.documents);
  expect(copied.cannedReplies).toEqual(file.cannedReplies);
  expect(copied.widgets).toEqual(file.widgets);

  // A changed reply replaces the one of its title.
  const changed = { ...file, cannedReplies: [{ title: 'Hi', content: 'Good morning' }] };
  await importInto(to, changed);
  const last = await admin.answer(200, SettingsFile, admin.send('GET', 'settings'));
  expect(last.cannedReplies).toEqual(changed.cannedReplies);
}
