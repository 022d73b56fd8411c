import type { SettingsFile } from '../../../domain/records/settings-file.ts';

/** Below the maximum body of an import (`MAX_SETTINGS_BYTES`), and few enough to end in time. */
const PART_BYTES = 900_000;
const PART_ITEMS = 25;

/** A file without the texts of documents, for a preview in one request. */
export function withoutTexts(file: SettingsFile): SettingsFile {
  return { ...file, documents: file.documents.map((document) => ({ ...document, markdown: '-' })) };
}

/** Splits a file into parts that are imported one after the other. */
export function settingsParts(file: SettingsFile): SettingsFile[] {
  const empty = (): SettingsFile => ({
    format: file.format,
    secrets: [],
    assistants: [],
    documents: [],
    websites: [],
    actions: [],
    widgets: [],
    tags: [],
    cannedReplies: [],
  });
  const parts: SettingsFile[] = [];
  let part = empty();
  let bytes = 0;
  let items = 0;
  const add = (size: number, put: (part: SettingsFile) => void) => {
    if (items > 0 && (bytes + size > PART_BYTES || items >= PART_ITEMS)) {
      parts.push(part);
      [part, bytes, items] = [empty(), 0, 0];
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
  const { hours, notifications } = file;
  if (hours) add(sizeOf(hours), (to) => void (to.hours = hours));
  if (notifications) add(sizeOf(notifications), (to) => void (to.notifications = notifications));
  return items > 0 ? [...parts, part] : parts;
}

const sizeOf = (item: unknown) => new Blob([JSON.stringify(item)]).size;
