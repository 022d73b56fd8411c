import { inOrder, isMine, isWaiting, unreadIn, type Rows } from '../model/rows.ts';
import type { Desk } from './desk.ts';
import type { DeskState } from './state.ts';

/** Conversations that want this agent: those that wait for a person, and those of theirs with something unread. */
export function wanted({ rows, readUpTo, me }: Pick<DeskState, 'rows' | 'readUpTo' | 'me'>): number {
  let count = 0;
  for (const row of rows.values()) {
    if (isWaiting(row) || unreadIn(row, me.oid, readUpTo.get(row.sessionId) ?? 0) > 0) count++;
  }
  return count;
}

/** Who has begun to wait, or has written to this agent, between two states of the list. */
export function callersBetween(
  before: Rows,
  after: Rows,
  oid: string,
): { waiting: string[]; writing: string[] } {
  const waiting: string[] = [];
  const writing: string[] = [];
  for (const row of inOrder(after.values())) {
    const known = before.get(row.sessionId);
    if (isWaiting(row) && !(known && isWaiting(known))) waiting.push(row.sessionId);
    const isNew = isMine(row, oid) && known !== undefined && row.messageCount > known.messageCount;
    const isHanded = isMine(row, oid) && known?.claimedBy !== undefined && known.claimedBy !== oid;
    if (isNew || isHanded) writing.push(row.sessionId);
  }
  return { waiting, writing };
}

/**
 * Calls the agent: the count in the title always; a sound and a notification of the desktop where they have asked for
 * them, the notification only while they look elsewhere. It never says what a visitor wrote: others may see the screen.
 */
export function attention(desk: Desk, chime: () => void): void {
  const { state, kept } = desk;
  state.watch((now, before) => {
    if (now.rows === before.rows && now.readUpTo === before.readUpTo) return;
    const count = wanted(now);
    document.title = count > 0 ? `(${count}) Agent desk` : 'Agent desk';
    if (!before.listed) return;
    const { waiting, writing } = callersBetween(before.rows, now.rows, now.me.oid);
    const released = waiting.filter((id) => before.rows.get(id)?.claimedBy !== now.me.oid);
    const away = document.hidden || !document.hasFocus();
    const { notify, sound } = kept.preferences();
    if (sound && (released.length > 0 || (away && writing.length > 0))) chime();
    if (!notify || !away) return;
    for (const id of released) show('A visitor asks for a person', id);
    for (const id of writing) show('There is something new in one of your conversations', id);
  });

  function show(title: string, sessionId: string): void {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const sourceDomain = state.get().rows.get(sessionId)?.sourceDomain;
    const notification = new Notification(title, { body: sourceDomain ?? '', tag: sessionId });
    notification.onclick = () => {
      window.focus();
      location.hash = `#/c/${sessionId}`;
      notification.close();
    };
  }
}

/** Two short tones, quiet enough for an office. Silent until the agent has touched the page, as browsers demand. */
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
