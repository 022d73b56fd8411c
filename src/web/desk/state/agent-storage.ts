import { ATTACHMENT_TYPES } from '../../../conversations/rules/attachment-types.ts';
import type { Attachment } from '../../../conversations/records/attachment.ts';
import type { Outgoing } from '../model/thread.ts';
import { isRecord } from '../../ui/structural-sharing.ts';
import { storedValues } from '../../ui/stored-values.ts';

/** A reply to the visitor, or a private note. */
export type Mode = 'reply' | 'note';

const DRAFTS: Record<Mode, string> = { reply: 'drafts', note: 'note-drafts' };

/** The agent's preferences in this browser. */
export interface Preferences {
  notify: boolean;
  sound: boolean;
  /** Whether sound and notifications were offered, or chosen. */
  offered: boolean;
  /** Whether translation was offered, or chosen. */
  translationOffered: boolean;
  /** Whether single-key shortcuts are on. */
  keys: boolean;
  /** Missing: the system's theme. */
  theme?: 'light' | 'dark';
  /** The target language for messages (ISO 639). Missing: translation is off. */
  translateTo?: string;
}

/** LRU size, in conversations. */
const MAX_CONVERSATIONS = 300;

/** An agent's data in the browser's local storage. */
export function agentStorage(oid: string, area?: () => Storage) {
  const { read, write, watch } = storedValues(`agent-desk:${oid}:`, area);

  function mapOf<T>(name: string, parse: (value: unknown) => T | undefined): Map<string, T> {
    const stored = read(name);
    const entries = isRecord(stored) ? Object.entries(stored) : [];
    return new Map(
      entries.flatMap(([key, value]) => {
        const parsed = parse(value);
        return parsed === undefined ? [] : [[key, parsed] as const];
      }),
    );
  }

  /** LRU: moves an entry to the end, so that the first is the oldest. */
  function keep<T>(name: string, map: Map<string, T>, key: string, value: T | undefined): void {
    map.delete(key);
    if (value !== undefined) map.set(key, value);
    write(name, Object.fromEntries([...map].slice(-MAX_CONVERSATIONS)));
  }

  const drafts = (mode: Mode) => mapOf(DRAFTS[mode], asText);
  const outgoing = () => mapOf('outgoing', asOutgoing);
  const readUpTo = () => mapOf('read', asCount);

  return {
    drafts,
    keepDraft: (mode: Mode, sessionId: string, text: string) =>
      keep(DRAFTS[mode], drafts(mode), sessionId, text || undefined),
    outgoing,
    keepOutgoing(sessionId: string, list: readonly Outgoing[]) {
      keep('outgoing', outgoing(), sessionId, list.length === 0 ? undefined : [...list]);
    },
    readUpTo,
    keepRead: (sessionId: string, seq: number) => keep('read', readUpTo(), sessionId, seq),
    preferences(): Preferences {
      const stored = read('preferences');
      const chosen = isRecord(stored) ? stored : {};
      const { theme, translateTo } = chosen;
      return {
        notify: chosen['notify'] === true,
        sound: chosen['sound'] === true,
        offered: chosen['offered'] === true || chosen['notify'] === true || chosen['sound'] === true,
        translationOffered: chosen['translationOffered'] === true || translateTo !== undefined,
        keys: chosen['keys'] !== false,
        ...(typeof translateTo === 'string' && /^[a-z]{2,3}$/.test(translateTo) && { translateTo }),
        ...((theme === 'light' || theme === 'dark') && { theme }),
      };
    },
    keepPreferences: (preferences: Preferences) => write('preferences', preferences),
    /** Calls `listener` when another window changes drafts, read marks or preferences. */
    watch: (listener: (part: 'drafts' | 'read' | 'preferences') => void) =>
      watch((name) => {
        if (name === 'read' || name === 'preferences') listener(name);
        if (name === DRAFTS.reply || name === DRAFTS.note) listener('drafts');
      }),
  };
}

export type AgentStorage = ReturnType<typeof agentStorage>;

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const asCount = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : undefined);

function asOutgoing(value: unknown): Outgoing[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isRecord).flatMap((stored) => {
    const { id, content, isNote, attachments, mentions, original, byEmail } = stored;
    if (typeof id !== 'string' || typeof content !== 'string') return [];
    const files = asAttachments(attachments);
    // The failure is not stored, so a reload sends the message again.
    return [
      {
        ...{ id, content },
        ...(isNote === true && { isNote }),
        ...(files.length > 0 && { attachments: files }),
        ...(Array.isArray(mentions) && { mentions: mentions.map(String) }),
        ...asOriginal(original),
        ...(byEmail === true && { byEmail }),
      },
    ];
  });
}

function asOriginal(value: unknown): Pick<Outgoing, 'original'> {
  if (!isRecord(value)) return {};
  const { content, language } = value;
  return typeof content === 'string' && typeof language === 'string'
    ? { original: { content, language } }
    : {};
}

function asAttachments(value: unknown): Attachment[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap(({ id, name, type: stored, bytes, width, height }) => {
    const type = ATTACHMENT_TYPES.find((one) => one === stored);
    if (typeof id !== 'string' || typeof name !== 'string' || !type) return [];
    const size = typeof width === 'number' && typeof height === 'number' && { width, height };
    return [{ id, name, type, bytes: asCount(bytes) ?? 0, ...size }];
  });
}
