import type { AgentActivity } from '../../../domain/agent-activity.ts';
import type { SessionAgent } from '../../../domain/records/session.ts';

/** A colleague who has a conversation open. */
export interface Viewer extends SessionAgent {
  /** When they were heard of last, and when they last wrote a reply. */
  atMs: number;
  writingAtMs: number;
}

/** By conversation. */
export type Viewers = ReadonlyMap<string, readonly Viewer[]>;

/** A desk that is gone without a word is forgotten after this; desks renew their presence every minute. */
export const VIEWING_MS = 100_000;
/** A reply that was not continued for this long no longer counts as being written. */
export const WRITING_MS = 15_000;

export interface ViewerSignal {
  sessionId: string;
  agent: SessionAgent;
  activity: AgentActivity;
}

const isHere = ({ atMs }: Viewer, nowMs: number): boolean => nowMs - atMs < VIEWING_MS;

/** The colleagues of a conversation who are still there, in the order in which they came. */
export const viewersOf = (viewers: Viewers, sessionId: string, nowMs: number): Viewer[] =>
  (viewers.get(sessionId) ?? []).filter((viewer) => isHere(viewer, nowMs));

/** With what a colleague does now; colleagues who have gone are left out. */
export function withViewer(
  viewers: Viewers,
  { sessionId, agent, activity }: ViewerSignal,
  nowMs: number,
): Viewers {
  const next = new Map<string, readonly Viewer[]>();
  for (const id of new Set([...viewers.keys(), sessionId])) {
    const present = viewersOf(viewers, id, nowMs);
    const known = present.find(({ oid }) => oid === agent.oid);
    const changed = id === sessionId ? changedBy(present, known, { agent, activity }, nowMs) : present;
    if (changed.length > 0) next.set(id, changed);
  }
  return next;
}

function changedBy(
  present: readonly Viewer[],
  known: Viewer | undefined,
  { agent, activity }: Omit<ViewerSignal, 'sessionId'>,
  nowMs: number,
): Viewer[] {
  if (activity === 'left') return present.filter((viewer) => viewer !== known);
  const writingAtMs = activity === 'writing' ? nowMs : (known?.writingAtMs ?? 0);
  const viewer = { ...agent, atMs: nowMs, writingAtMs };
  return known ? present.map((one) => (one === known ? viewer : one)) : [...present, viewer];
}

/** Who else is there, in a sentence or two; those who write first. Undefined without viewers. */
export function viewersSentence(viewers: readonly Viewer[], nowMs: number): string | undefined {
  const isWriting = ({ writingAtMs }: Viewer) => nowMs - writingAtMs < WRITING_MS;
  const writing = viewers.filter(isWriting).map(({ name }) => name);
  const viewing = viewers.filter((viewer) => !isWriting(viewer)).map(({ name }) => name);
  const sentences = [
    writing.length > 0 && `${are(writing)} writing a reply`,
    viewing.length > 0 && `${are(viewing)} viewing`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? undefined : sentences.join('. ');
}

/** At most two names. */
function are(names: readonly string[]): string {
  const others = names.length - 2;
  const shown = others > 0 ? [...names.slice(0, 2), others === 1 ? '1 other' : `${others} others`] : names;
  return `${new Intl.ListFormat('en').format(shown)} ${names.length === 1 ? 'is' : 'are'}`;
}
