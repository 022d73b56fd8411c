import { FIRST_ASSISTANT } from '../assistants/rules/assistants.ts';
import { invalidField } from '../core/errors.ts';
import type { Assistant } from '../assistants/records/listed-assistant.ts';
import type { SettingsChange, SettingsFile } from './records/settings-file.ts';
import { isShorterRetention } from './rules/retention.ts';
import { liveTags } from '../conversations/rules/tags.ts';
import type { Ports } from '../ports.ts';
import type { Actions } from '../actions/stored-actions.ts';
import type { AssistantDocuments } from '../assistants/assistant-documents.ts';
import type { Assistants } from '../assistants/assistants.ts';
import type { cannedReplies } from '../desk/canned-replies.ts';
import type { Tags } from '../conversations/tags.ts';
import type { websiteSources } from '../websites/website-sources.ts';
import type { teamsChannelSettings } from '../notifications/teams-channel-settings.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';
import type { DefaultWidgets } from '../widgets/default-widget.ts';
import type { HoursSettings } from '../availability/business-hours.ts';
import type { ServiceSettingsService } from '../email/service-settings.ts';

export interface TransferParts extends Pick<Ports, 'clock' | 'random'> {
  assistants: Pick<Assistants, 'create' | 'list' | 'update'>;
  documents: Pick<AssistantDocuments, 'list' | 'put' | 'texts'>;
  actions: Pick<Actions, 'change' | 'create' | 'list'>;
  websiteSources: Pick<ReturnType<typeof websiteSources>, 'create' | 'list'>;
  widgets: Pick<WidgetRegistry, 'create' | 'list' | 'setEnabled' | 'update'>;
  tags: Pick<Tags, 'create' | 'read' | 'update'>;
  cannedReplies: Pick<ReturnType<typeof cannedReplies>, 'list' | 'save'>;
  hoursSettings: Pick<HoursSettings, 'read' | 'save'>;
  teamsChannel: Pick<ReturnType<typeof teamsChannelSettings>, 'read' | 'save'>;
  defaultWidgets: Pick<DefaultWidgets, 'read' | 'save'>;
  serviceSettings: Pick<ServiceSettingsService, 'environment' | 'read' | 'save'>;
}

export interface ImportOptions {
  /** False: nothing is written, for a preview. */
  write: boolean;
  /** The origin of the service for links in notifications. */
  origin: string;
}

/** The author of imported canned replies. */
const AUTHOR = 'Import';

/** A retention period deletes conversations, so a preview names it. */
const retentionName = (days: number) =>
  days === 0
    ? 'conversations are kept for ever'
    : `conversations are deleted ${days} days after the last message`;

/** One import: its options, its result so far, and the assistants by name. */
interface Run extends ImportOptions {
  note: (change: Omit<SettingsChange, 'effect'>, existing: unknown) => void;
  /** Undefined in a preview, for an assistant that the import will add. */
  assistantCalled: (name: string) => Assistant | undefined;
}

export function settingsImport(parts: TransferParts) {
  const { random, assistants, documents, actions, widgets } = parts;
  const { tags, hoursSettings, teamsChannel } = parts;

  async function importAssistants(file: SettingsFile, { write, note }: Pick<Run, 'write' | 'note'>) {
    const before = await assistants.list();
    for (const { isFirst, profile } of file.assistants) {
      const found = before.find(({ id, name }) =>
        isFirst ? id === FIRST_ASSISTANT : name === profile.name && id !== FIRST_ASSISTANT,
      );
      note({ kind: 'assistant', name: profile.name }, found);
      if (!write) continue;
      if (found) await assistants.update(found.id, profile);
      else await assistants.create(profile);
    }
    return write ? await assistants.list() : before;
  }

  async function importDocuments(file: SettingsFile, { write, note, assistantCalled }: Run) {
    for (const { assistant, name, markdown } of file.documents) {
      const owner = assistantCalled(assistant);
      const found = owner?.documents.find((document) => document.name === name);
      note({ kind: 'document', name, assistant }, found);
      if (write && owner) await documents.put(owner.id, name, markdown);
    }
  }

  async function importWebsites(file: SettingsFile, { write, note, assistantCalled }: Run) {
    for (const { assistant, address, choices, start } of file.websites) {
      const owner = assistantCalled(assistant);
      const websites = owner ? await parts.websiteSources.list(owner.id) : [];
      const found = websites.find((website) => website.address === address);
      note({ kind: 'website', name: address, assistant }, found);
      if (!write || !owner) continue;
      await parts.websiteSources.create({ assistantId: owner.id, address, choices, start });
    }
  }

  async function importActions(file: SettingsFile, { write, note, assistantCalled }: Run) {
    const registered = write ? await widgets.list() : [];
    const idOf = (called: string): string => {
      const found = registered.find(({ widget }) => widget.name === called);
      if (!found) throw invalidField('widgets', `names no widget: ${called}`);
      return found.widget.id;
    };
    for (const { assistant, action, secretHeaders, widgets: names } of file.actions) {
      const owner = assistantCalled(assistant);
      const found = owner && (await actions.list(owner.id)).find(({ name }) => name === action.name);
      note({ kind: 'action', name: action.title, assistant }, found);
      if (!write || !owner) continue;
      // Without its secrets it would fail, so an admin enters them before it is switched on.
      const kept = new Set(found?.secretHeaders.map(({ name }) => name));
      const edit = {
        ...action,
        enabled: action.enabled && secretHeaders.every((name) => kept.has(name)),
        ...(names && { widgets: names.map(idOf) }),
      };
      if (found) await actions.change(owner.id, found.id, edit);
      else await actions.create(owner.id, edit);
    }
  }

  async function importWidgets(file: SettingsFile, { write, note, assistantCalled }: Run) {
    const registered = await widgets.list();
    for (const { assistant, enabled, widget: edit } of file.widgets) {
      const owner = assistant === undefined ? undefined : assistantCalled(assistant);
      const found = registered.find(({ widget }) => widget.name === edit.name);
      note({ kind: 'widget', name: edit.name }, found);
      if (!write) continue;
      const chosen = { ...edit, assistantId: owner?.id };
      const { widget } = found ? await widgets.update(found.widget.id, chosen) : await widgets.create(chosen);
      if (widget.enabled !== enabled) await widgets.setEnabled(widget.id, enabled);
    }
  }

  async function importTags(file: SettingsFile, { write, note }: Run) {
    const before = liveTags((await tags.read()).catalog);
    for (const edit of file.tags) {
      const found = before.find(({ name }) => name.toLowerCase() === edit.name.toLowerCase());
      note({ kind: 'tag', name: edit.name }, found);
      if (!write) continue;
      if (found) await tags.update(found.id, edit, undefined);
      else await tags.create(edit, undefined);
    }
  }

  async function importCannedReplies(file: SettingsFile, { write, note }: Run) {
    const before = await parts.cannedReplies.list();
    for (const { title, content } of file.cannedReplies) {
      const found = before.find((reply) => reply.title === title);
      note({ kind: 'canned-reply', name: title }, found);
      if (!write || found?.content === content) continue;
      const edit = { title, content, version: found?.version };
      await parts.cannedReplies.save(found?.id ?? random.uuid(), edit, AUTHOR);
    }
  }

  async function importOthers(file: SettingsFile, { write, note, origin }: Run) {
    if (file.hours) {
      note({ kind: 'hours', name: file.hours.timeZone }, (await hoursSettings.read()).hours);
      if (write) await hoursSettings.save(file.hours, undefined);
    }
    if (file.notifications) {
      note({ kind: 'notifications', name: 'Microsoft Teams' }, true);
      // The feed needs the sign-in of agents, and the app is another one in each deployment.
      const { activityFeed: _feed, teamsAppId: _other, ...fields } = file.notifications;
      const { teamsAppId } = await teamsChannel.read();
      const edit = { ...fields, ...(teamsAppId !== undefined && { teamsAppId }) };
      if (write) await teamsChannel.save(edit, origin, undefined);
    }
    if (file.defaultWidget) {
      note({ kind: 'default-widget', name: 'Default widget' }, true);
      if (write) await parts.defaultWidgets.save(file.defaultWidget, undefined);
    }
  }

  async function importService(file: SettingsFile, { write, note }: Run) {
    if (!file.service) return;
    const { settings, etag } = await parts.serviceSettings.read();
    const { retentionDays, emailReplyTo, emailBusinessName } = file.service;
    if (retentionDays !== undefined) {
      // The environment takes precedence over what an import stores.
      const { retentionDays: decided } = parts.serviceSettings.environment;
      const deletes = decided === undefined && isShorterRetention(settings.retentionDays, retentionDays);
      const change = { kind: 'service', name: retentionName(retentionDays) } as const;
      note({ ...change, ...(deletes && { deletesAfterDays: retentionDays }) }, settings.retentionDays);
    }
    if (emailReplyTo !== undefined) {
      note({ kind: 'service', name: `replies to e-mails go to ${emailReplyTo}` }, settings.emailReplyTo);
    }
    if (emailBusinessName !== undefined) {
      note({ kind: 'service', name: `sender of e-mails: ${emailBusinessName}` }, settings.emailBusinessName);
    }
    if (write) await parts.serviceSettings.save({ ...settings, ...file.service }, [etag]);
  }

  /**
   * Adds and replaces the settings of a file, and returns them. Throws `validation-failed` for the name of an
   * unknown assistant.
   */
  return async (file: SettingsFile, options: ImportOptions): Promise<SettingsChange[]> => {
    const changes: SettingsChange[] = [];
    const note: Run['note'] = (change, existing) =>
      changes.push({ ...change, effect: existing === undefined ? 'added' : 'replaced' });
    const listed = await importAssistants(file, { ...options, note });
    const run: Run = {
      ...options,
      note,
      assistantCalled(name) {
        const found = listed.find((one) => one.name === name);
        if (found) return found;
        const added = file.assistants.find(({ profile }) => profile.name === name);
        if (options.write || !added) throw invalidField('assistant', `names no assistant: ${name}`);
        return added.isFirst ? listed.find(({ id }) => id === FIRST_ASSISTANT) : undefined;
      },
    };
    await importDocuments(file, run);
    await importWebsites(file, run);
    await importWidgets(file, run);
    await importActions(file, run);
    await importTags(file, run);
    await importCannedReplies(file, run);
    await importOthers(file, run);
    await importService(file, run);
    return changes;
  };
}
