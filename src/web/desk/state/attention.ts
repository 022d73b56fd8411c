import type { ListedSession } from '../../../conversations/records/public-session.ts';
import { sortRows, isMine, isWaiting, visitorNameOf } from '../model/rows.ts';
import type { Desk } from './desk.ts';
import type { DeskNotification } from './notifications.ts';
import { conversationOf, isHandling, unreadOf, type DeskState } from './state.ts';

/** The number of conversations that need this agent: waiting ones, and the agent's with unread messages. */
export function attentionCount(desk: DeskState): number {
  let count = 0;
  for (const row of desk.rows.values()) if (isWaiting(row) || unreadOf(desk, row) > 0) count++;
  return count;
}

/** The `seq` up to which the agent was notified, by conversation. */
type NotifiedUpTo = ReadonlyMap<string, number>;

/** Updates it after a notification. Messages from before the first load are not new. */
export function withNotified(desk: DeskState, called: NotifiedUpTo): NotifiedUpTo {
  const next = new Map(called);
  for (const [sessionId, { messageCount }] of desk.rows) {
    next.set(sessionId, Math.max(called.get(sessionId) ?? messageCount, lastOfVisitor(desk, sessionId)));
  }
  return next;
}

const lastOfVisitor = (desk: DeskState, sessionId: string): number =>
  conversationOf(desk, sessionId).messages.findLast(({ role }) => role === 'visitor')?.seq ?? 0;

/** Conversations that began to wait, or got a visitor's message for this agent, between two states. */
export function callersBetween(
  before: DeskState,
  after: DeskState,
  called: NotifiedUpTo,
): { waiting: string[]; writing: string[] } {
  const waiting: ListedSession[] = [];
  const writing: ListedSession[] = [];
  const { oid } = after.me;
  for (const row of after.rows.values()) {
    const { sessionId } = row;
    const known = before.rows.get(sessionId);
    if (isWaiting(row) && !(known && isWaiting(known))) waiting.push(row);
    const wrote = lastOfVisitor(after, sessionId) > (called.get(sessionId) ?? Infinity);
    const isHanded = isMine(row, oid) && known?.claimedBy !== undefined && known.claimedBy !== oid;
    if ((wrote && isHandling(after, row)) || isHanded) writing.push(row);
  }
  const idsOf = (rows: ListedSession[]) => sortRows(rows, after.own).map(({ sessionId }) => sessionId);
  return { waiting: idsOf(waiting), writing: idsOf(writing) };
}

/** How an agent is called. */
interface Calls {
  /** Plays a sound. */
  ring: () => void;
  /** Shows a desktop notification. */
  show: (notification: DeskNotification) => void;
  /** Whether this window calls the agent: one of several open ones does. */
  isRinging: () => boolean;
}

/** The parts of the state that affect notifications. */
const WATCHED = ['rows', 'readUpTo', 'conversations', 'closings'] as const;

/**
 * Notifies the agent with a count in the title, and if enabled with a sound and, while the page is hidden, a
 * desktop notification. Visitors' text is never shown, because others may see the screen.
 */
export function attention(desk: Desk, { ring, show, isRinging }: Calls): void {
  const { state, kept } = desk;
  let called: NotifiedUpTo = new Map();
  state.watch((now, before) => {
    if (WATCHED.every((part) => now[part] === before[part])) return;
    const count = attentionCount(now);
    document.title = count > 0 ? `(${count}) Agent desk` : 'Agent desk';
    if (!before.listed) {
      called = withNotified(now, called);
      return;
    }
    const { waiting, writing } = callersBetween(before, now, called);
    called = withNotified(now, called);
    const released = waiting.filter((id) => before.rows.get(id)?.claimedBy !== now.me.oid);
    const away = document.hidden || !document.hasFocus();
    if (!isRinging()) return;
    const { notify, sound } = kept.preferences();
    if (sound && (released.length > 0 || (away && writing.length > 0))) ring();
    if (!notify || !away) return;
    for (const id of released) call(id, (name) => `${name} is waiting`);
    for (const id of writing) call(id, (name) => `New message from ${name}`);
  });

  function call(sessionId: string, titleOf: (name: string) => string): void {
    const row = state.get().rows.get(sessionId);
    const title = titleOf(visitorNameOf(row ?? { sessionId }));
    show({ title, body: row?.sourceDomain ?? '', sessionId });
  }
}

/** Plays two short tones. Browsers keep them silent until the agent has used the page. */
export function chime(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.connect(audio.destination);
  [660, 880].forEach((hertz, index) => {
    const tone = audio.createOscillator();
    const at = audio.currentTime + index * 0.14;
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(at);
    tone.stop(at + 0.12);
  });
  volume.gain.setValueAtTime(0.06, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  setTimeout(() => void audio.close(), 600);
}
