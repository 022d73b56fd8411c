import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { SettingsFile, SettingsImportReply } from '../../../src/wire/settings-file.ts';
import { ActionReply, ActionsReply } from '../../../src/wire/actions.ts';
import { BusinessHoursReply } from '../../../src/wire/hours.ts';
import { TagsReply } from '../../../src/wire/tags.ts';
import { findOrder } from '../../domain/actions/order-actions.ts';
import { registryAdmin } from '../../support/clients/registry.ts';
import type { AgentService } from '../../support/service/agent-service.ts';

const HOURS = {
  timeZone: 'Europe/Berlin',
  weekly: [{ day: 'monday', from: '09:00', to: '17:00' }],
  holidays: [],
};

/** Fills a deployment with each kind of setting, and returns its file. */
export async function filledSettings({ service, agent }: AgentService): Promise<SettingsFile> {
  const admin = registryAdmin(service);
  const { send } = admin;
  const shop = await admin.make({ name: 'Shop' });
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
  expect(file.secrets).toEqual(['Shop: header x-api-key of the action find_order']);

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
  });
  const admin = registryAdmin(to.service);
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

  // A repeat replaces everything and doubles nothing.
  const again = await importInto(to, file);
  expect(new Set(again.changes.map(({ effect }) => effect))).toEqual(new Set(['replaced']));
  const copied = await admin.answer(200, SettingsFile, admin.send('GET', 'settings'));
  expect(copied.documents).toEqual(file.documents);
  expect(copied.cannedReplies).toEqual(file.cannedReplies);
  expect(copied.widgets).toEqual(file.widgets);
}
