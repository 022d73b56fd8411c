import type { Outgoing } from '../model/thread.ts';
import { isRecord } from './record.ts';

/** What an agent writes: a reply to the visitor, or a note for colleagues. */
export type Mode = 'reply' | 'note';

const DRAFTS: Record<Mode, string> = { reply: 'drafts', note: 'note-drafts' };

/** What the agent has chosen for this browser. */
export interface Preferences {
  notify: boolean;
  sound: boolean;
  /** Whether single keys act. */
  keys: boolean;
  /** Absent: as the system has it. */
  theme?: 'light' | 'dark';
}

/** What outlives a reload in this browser, for one agent. */
export interface Kept {
  drafts(mode: Mode): ReadonlyMap<string, string>;
  keepDraft(mode: Mode, sessionId: string, text: string): void;
  outgoing(): ReadonlyMap<string, readonly Outgoing[]>;
  keepOutgoing(sessionId: string, outgoing: readonly Outgoing[]): void;
  readUpTo(): ReadonlyMap<string, number>;
  keepRead(sessionId: string, seq: number): void;
  preferences(): Preferences;
  keepPreferences(preferences: Preferences): void;
}

/** So many conversations are remembered; the longest untouched is forgotten first. */
const MOST = 300;

/** Keeps in a storage, or in memory where that is blocked, as it may be inside a frame. */
export function kept(oid: string, area: () => Storage = () => localStorage): Kept {
  const memory = new Map<string, unknown>();

  function read(name: string): unknown {
    if (memory.has(name)) return memory.get(name);
    try {
      return JSON.parse(area().getItem(keyOf(name)) ?? 'null');
    } catch {
      // Blocked, or not ours: as if nothing had been kept.
      return undefined;
    }
  }

  function write(name: string, value: unknown): void {
    try {
      area().setItem(keyOf(name), JSON.stringify(value));
    } catch {
      // Blocked or full: this page at least remembers.
      memory.set(name, value);
    }
  }

  const keyOf = (name: string) => `agent-desk:${oid}:${name}`;

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

  /** Puts an entry last, so that the first is always the longest untouched. */
  function keep<T>(name: string, map: Map<string, T>, key: string, value: T | undefined): void {
    map.delete(key);
    if (value !== undefined) map.set(key, value);
    write(name, Object.fromEntries([...map].slice(-MOST)));
  }

  const drafts = (mode: Mode) => mapOf(DRAFTS[mode], asText);
  const outgoing = () => mapOf('outgoing', asOutgoing);
  const readUpTo = () => mapOf('read', asCount);

  return {
    drafts,
    keepDraft: (mode, sessionId, text) => keep(DRAFTS[mode], drafts(mode), sessionId, text || undefined),
    outgoing,
    keepOutgoing(sessionId, list) {
      keep('outgoing', outgoing(), sessionId, list.length === 0 ? undefined : [...list]);
    },
    readUpTo,
    keepRead: (sessionId, seq) => keep('read', readUpTo(), sessionId, seq),
    preferences() {
      const stored = read('preferences');
      const chosen = isRecord(stored) ? stored : {};
      const { theme } = chosen;
      return {
        notify: chosen['notify'] === true,
        sound: chosen['sound'] === true,
        keys: chosen['keys'] !== false,
        ...((theme === 'light' || theme === 'dark') && { theme }),
      };
    },
    keepPreferences: (preferences) => write('preferences', preferences),
  };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const asCount = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : undefined);

function asOutgoing(value: unknown): Outgoing[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isRecord).flatMap(({ id, content, isNote }) =>
    // Why it failed is not kept: after a reload it is simply tried again.
    typeof id === 'string' && typeof content === 'string'
      ? [{ id, content, ...(isNote === true && { isNote }) }]
      : [],
  );
}
