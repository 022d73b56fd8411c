import type { AgentActivity } from '../../../availability/rules/agent-status.ts';
import type { SessionAgent } from '../../../conversations/records/session.ts';

/** A colleague who has a conversation open. */
interface Viewer extends SessionAgent {
  /** Times of the last signal, and of the last signal about writing; in milliseconds. */
  atMs: number;
  writingAtMs: number;
}

/** The viewers by conversation. */
export type Viewers = ReadonlyMap<string, readonly Viewer[]>;

/** A viewer without a signal for this time is removed, in milliseconds. Desks send one every minute. */
export const VIEWING_MS = 100_000;
/** How long a writing signal counts, in milliseconds. */
export const WRITING_MS = 15_000;

export interface ViewerSignal {
  sessionId: string;
  agent: SessionAgent;
  activity: AgentActivity;
}

const isHere = ({ atMs }: Viewer, nowMs: number): boolean => nowMs - atMs < VIEWING_MS;

/** The current viewers of a conversation, in the order in which they arrived. */
export const viewersOf = (viewers: Viewers, sessionId: string, nowMs: number): Viewer[] =>
  (viewers.get(sessionId) ?? []).filter((viewer) => isHere(viewer, nowMs));

/** Applies a signal, and removes viewers that have left. */
export function withViewer(
  viewers: Viewers,
  { sessionId, agent, activity }: ViewerSignal,
  nowMs: number,
): Viewers {
  const next = new Map<string, readonly Viewer[]>();
  for (const id of new Set([...viewers.keys(), sessionId])) {
    const present = viewersOf(viewers, id, nowMs);
    const known = present.find(({ oid }) => oid === agent.oid);
    const changed = id === sessionId ? applySignal(present, known, { agent, activity }, nowMs) : present;
    if (changed.length > 0) next.set(id, changed);
  }
  return next;
}

function applySignal(
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

/** A text about the viewers, those who are writing first. Undefined without viewers. */
export function viewersSentence(viewers: readonly Viewer[], nowMs: number): string | undefined {
  const isWriting = ({ writingAtMs }: Viewer) => nowMs - writingAtMs < WRITING_MS;
  const writing = viewers.filter(isWriting).map(({ name }) => name);
  const viewing = viewers.filter((viewer) => !isWriting(viewer)).map(({ name }) => name);
  const sentences = [
    writing.length > 0 && `${namesSentence(writing)} writing a reply`,
    viewing.length > 0 && `${namesSentence(viewing)} viewing`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? undefined : sentences.join('. ');
}

/** Lists at most two names. */
function namesSentence(names: readonly string[]): string {
  const others = names.length - 2;
  const shown = others > 0 ? [...names.slice(0, 2), others === 1 ? '1 other' : `${others} others`] : names;
  return `${new Intl.ListFormat('en').format(shown)} ${names.length === 1 ? 'is' : 'are'}`;
}
