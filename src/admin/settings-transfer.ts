import { FIRST_ASSISTANT } from '../assistants/rules/assistants.ts';
import { fieldsOf, nowIso } from '../lib/fields.ts';
import { actionEditOf } from '../actions/records/action.ts';
import { editOf } from '../assistants/records/assistant.ts';
import type { Assistant } from '../assistants/records/listed-assistant.ts';
import type { SettingsFile } from './records/settings-file.ts';
import { teamsChannelFieldsOf } from '../notifications/records/teams-channel.ts';
import { WebsiteSourceEdit } from '../websites/records/website-source.ts';
import { WidgetEdit } from '../widgets/records/widget.ts';
import { liveTags } from '../conversations/rules/tags.ts';
import type { RegisteredWidget } from '../widgets/widget-registry.ts';
import { settingsImport, type TransferParts } from './settings-import.ts';

const websiteChoicesOf = fieldsOf(WebsiteSourceEdit);
const widgetEditOf = fieldsOf(WidgetEdit);

/**
 * The settings of a deployment as one file, which another deployment imports: for a move to another region,
 * and from a test to production. Settings are matched by name (websites by address), so that an import can
 * be repeated, and in parts. It deletes nothing. Notifications are in it only while cards are on, and the
 * default widget only if it was changed, so that an import does not reset those of another deployment.
 */
export function settingsTransfer(parts: TransferParts) {
  const { clock, assistants, documents, actions, widgets, tags, hoursSettings, teamsChannel } = parts;

  async function ofAssistant(
    registered: readonly RegisteredWidget[],
    { id, name }: Assistant,
  ): Promise<Pick<SettingsFile, 'documents' | 'actions' | 'websites'>> {
    const [texts, acts, websites] = await Promise.all([
      documents.list(id).then((listed) => documents.texts(id, listed)),
      actions.list(id),
      parts.websiteSources.list(id),
    ]);
    return {
      documents: texts.map((document) => ({
        assistant: name,
        name: document.name,
        markdown: document.markdown,
      })),
      actions: acts.map((action) => {
        const { widgets: ids, ...edit } = actionEditOf(action);
        const names = registered.flatMap(({ widget }) => (ids?.includes(widget.id) ? [widget.name] : []));
        return {
          assistant: name,
          action: edit,
          ...(ids && { widgets: names }),
          secretHeaders: action.secretHeaders.map((header) => header.name),
        };
      }),
      websites: websites.map((website) => ({
        assistant: name,
        address: website.address,
        choices: websiteChoicesOf(website),
        start: website.phase !== 'finding' && website.phase !== 'found',
      })),
    };
  }

  async function read(): Promise<SettingsFile> {
    const listed = withOwnNames(await assistants.list());
    const [registered, catalog, replies, { hours }, channel, standard, { settings }] = await Promise.all([
      widgets.list(),
      tags.read(),
      parts.cannedReplies.list(),
      hoursSettings.read(),
      teamsChannel.read(),
      parts.defaultWidgets.read(),
      parts.serviceSettings.read(),
    ]);
    const owned: Awaited<ReturnType<typeof ofAssistant>>[] = [];
    for (const one of listed) owned.push(await ofAssistant(registered, one));
    const nameOf = (assistantId: string | undefined) => listed.find(({ id }) => id === assistantId)?.name;
    const acts = owned.flatMap((part) => part.actions);
    return {
      format: 'chat-settings-1',
      exportedAt: nowIso(clock),
      secrets: [
        ...acts.flatMap(({ assistant, action, secretHeaders }) =>
          secretHeaders.map((header) => `${assistant}: header ${header} of the action ${action.name}`),
        ),
        ...registered
          .filter(({ widget }) => (widget.identitySecrets ?? []).length > 0)
          .map(({ widget }) => `${widget.name}: signing secret of the widget`),
        ...(channel.first ? ['Notifications: address of the workflow for all cards'] : []),
        ...(channel.second ? ['Notifications: address of the workflow for escalations'] : []),
      ],
      assistants: listed.map((one) => ({
        isFirst: one.id === FIRST_ASSISTANT,
        profile: { ...editOf(one), isDefault: one.isDefault },
      })),
      documents: owned.flatMap((part) => part.documents),
      websites: owned.flatMap((part) => part.websites),
      actions: acts,
      widgets: registered.map(({ widget }) => {
        const { assistantId, ...edit } = widgetEditOf(widget);
        const assistant = nameOf(assistantId);
        return { ...(assistant !== undefined && { assistant }), enabled: widget.enabled, widget: edit };
      }),
      tags: liveTags(catalog.catalog).map(({ name, color }) => ({ name, color })),
      cannedReplies: replies.map(({ title, content }) => ({ title, content })),
      ...(hours && { hours }),
      ...(channel.first && { notifications: teamsChannelFieldsOf(channel) }),
      ...(Object.keys(standard.widget).length > 0 && { defaultWidget: standard.widget }),
      service: settings,
    };
  }

  return { read, apply: settingsImport(parts) };
}

export type SettingsTransfer = ReturnType<typeof settingsTransfer>;

/** Gives assistants of one name different ones, since the file refers to assistants by their names. */
function withOwnNames(all: readonly Assistant[]): Assistant[] {
  const taken = new Set<string>();
  return all.map((one) => {
    let name = one.name;
    for (let count = 2; taken.has(name); count++) name = `${one.name} (${count})`;
    taken.add(name);
    return { ...one, name };
  });
}
