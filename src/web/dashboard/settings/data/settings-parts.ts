import type { SettingsFile } from '../../../../admin/records/settings-file.ts';
import { isRecord } from '../../../ui/structural-sharing.ts';

/** Below the maximum body of an import (`MAX_SETTINGS_BYTES`), and few enough to end in time. */
const PART_BYTES = 900_000;
const PART_ITEMS = 25;

/** A file without settings. */
const emptySettings = (): SettingsFile => ({
  format: 'chat-settings-1',
  secrets: [],
  assistants: [],
  documents: [],
  websites: [],
  actions: [],
  widgets: [],
  tags: [],
  cannedReplies: [],
});

/**
 * Settings from the text of a file, which can lack parts. Undefined if it is another file; the service checks
 * its contents.
 */
export function settingsIn(value: unknown): SettingsFile | undefined {
  if (!isRecord(value)) return undefined;
  const file: unknown = { ...emptySettings(), ...value };
  return 'format' in value && isSettingsFile(file) ? file : undefined;
}

function isSettingsFile(file: unknown): file is SettingsFile {
  const empty = emptySettings();
  return (
    isRecord(file) &&
    Object.entries(empty).every(([name, value]) =>
      Array.isArray(value) ? Array.isArray(file[name]) : file[name] === value,
    )
  );
}

/** A file without the texts of documents, for a preview in one request. */
export function withoutTexts(file: SettingsFile): SettingsFile {
  return { ...file, documents: file.documents.map((document) => ({ ...document, markdown: '-' })) };
}

/** Splits a file into parts that are imported one after the other. */
export function settingsParts(file: SettingsFile): SettingsFile[] {
  const parts: SettingsFile[] = [];
  let part = emptySettings();
  let bytes = 0;
  let items = 0;
  const add = (size: number, put: (part: SettingsFile) => void) => {
    if (items > 0 && (bytes + size > PART_BYTES || items >= PART_ITEMS)) {
      parts.push(part);
      [part, bytes, items] = [emptySettings(), 0, 0];
    }
    put(part);
    bytes += size;
    items += 1;
  };
  const addAll = <T>(list: readonly T[], of: (part: SettingsFile) => T[]) => {
    for (const item of list) add(sizeOf(item), (to) => of(to).push(item));
  };
  // In the order of the import: later lists refer to assistants and widgets.
  addAll(file.assistants, (to) => to.assistants);
  addAll(file.documents, (to) => to.documents);
  addAll(file.websites, (to) => to.websites);
  addAll(file.widgets, (to) => to.widgets);
  addAll(file.actions, (to) => to.actions);
  addAll(file.tags, (to) => to.tags);
  addAll(file.cannedReplies, (to) => to.cannedReplies);
  const { hours, notifications, defaultWidget, service } = file;
  if (hours) add(sizeOf(hours), (to) => void (to.hours = hours));
  if (notifications) add(sizeOf(notifications), (to) => void (to.notifications = notifications));
  if (defaultWidget) add(sizeOf(defaultWidget), (to) => void (to.defaultWidget = defaultWidget));
  if (service) add(sizeOf(service), (to) => void (to.service = service));
  return items > 0 ? [...parts, part] : parts;
}

const sizeOf = (item: unknown) => new Blob([JSON.stringify(item)]).size;
