// A script for a page: the real desk without a service, which counts how often each view is rendered.
import { options, render, type VNode } from 'preact';
import 'preact/hooks';
import type { Message } from '../../../src/conversations/records/message.ts';
import type { ListedSession } from '../../../src/conversations/records/public-session.ts';
import { deskOf } from '../../../src/web/desk/state/desk.ts';
import { agentStorage } from '../../../src/web/desk/state/agent-storage.ts';
import { EMPTY_CONVERSATION } from '../../../src/web/desk/state/state.ts';
import { App } from '../../../src/web/desk/app/app.tsx';
import { SessionTable } from '../../../src/web/dashboard/cost/session-table.tsx';
import { followTranslation } from '../../../src/web/ui/translation.ts';
import { Problem } from '../../../src/web/ui/request.ts';
import { Transcript } from '../../../src/web/ui/transcript.tsx';
import { shareStructure } from '../../../src/web/ui/structural-sharing.ts';

const me = { oid: 'oid-of-mia', name: 'Mia' };
const OPEN = '0b7c1f52-8a41-4b2e-9f6d-1c5e8a9b0d11';
const renders: Record<string, number> = {};

// The renderer's own hook before it renders a component, which its hooks use as well.
const hook: unknown = Reflect.get(options, '__r');
Reflect.set(options, '__r', (node: VNode) => {
  if (typeof node.type === 'function') renders[node.type.name] = (renders[node.type.name] ?? 0) + 1;
  if (typeof hook === 'function') Reflect.apply(hook, options, [node]);
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();

const ordinary = (seq: number) => 20 + ((seq * 37) % 400);
/** Far from the average: most are a word, every twentieth is pages long. */
const uneven = (seq: number) => (seq % 20 === 7 ? 4_000 + ((seq * 997) % 20_000) : 20);

function message(seq: number, length = ordinary): Message {
  const role = seq % 2 === 1 ? 'visitor' : 'assistant';
  const content = `Message **${seq}**`.padEnd(length(seq), ' and more');
  return { id: `m${seq}`, sessionId: OPEN, seq, role, content, createdAt: at(seq * 7) };
}

const session = (sessionId: string, messageCount: number): ListedSession => ({
  sessionId,
  ...(sessionId === OPEN
    ? { status: 'claimed', claimedBy: me.oid, claimedByName: me.name }
    : { status: 'human_requested', humanRequestedAt: at(0) }),
  createdAt: at(0),
  updatedAt: at(messageCount),
  lastMessageAt: at(messageCount),
  messageCount,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  sourceDomain: 'shop.example',
  pagePath: '/prices',
  opening: 'Hello',
  preview: 'Hello',
});

const never = () => new Promise<never>(() => undefined);
/** The desk's requests to the service, and the answers by path; a path without one waits forever. */
const calls: string[] = [];
const answers: Record<string, unknown> = {};
function send<T>(method: string, path: string): Promise<T> {
  calls.push(`${method} ${path}`);
  return path in answers ? Promise.resolve(answers[path] as T) : unanswered(path);
}
const get = <T,>(path: string): Promise<T> => send('GET', path);
/** Parts of paths whose calls fail. */
const failing: string[] = [];
const unanswered = (path: string) =>
  failing.some((part) => path.includes(part))
    ? Promise.reject(new Problem('internal-error', 'Something went wrong here.'))
    : never();
const api = { get, getChanged: never, send, file: never, open: never, sendOnLeave: () => undefined };
const messages = (count: number, length = ordinary) =>
  Array.from({ length: count }, (_, index) => message(index + 1, length));

const desk = deskOf({ me, api: () => api, kept: agentStorage(me.oid) });

let polled: readonly ListedSession[] = [];

const inPage = {
  renders,
  followTranslation,
  calls,
  answers,
  failing,
  desk,
  /** How often the status of the first row that waits was read: to put it in order, or to show it. */
  reads: 0,
  /** Shows the dashboard's table of conversations, as another poll answers it. */
  poll(count: number, messagesOf: Record<string, number> = {}) {
    const rows = Array.from({ length: count }, (_, n) => session(`s${n}`, messagesOf[`s${n}`] ?? 2));
    polled = shareStructure(polled, rows);
    const view = <SessionTable label="All" sessions={polled} sortBy="recent" onSort={() => undefined} />;
    render(view, document.body);
  },
  /** Shows the desk with conversations that wait, and one of the agent's with messages. */
  show(waiting: number, count: number) {
    const rows = [session(OPEN, count), ...Array.from({ length: waiting }, (_, n) => session(`s${n}`, 2))];
    const { status } = rows[1] ?? session('s0', 2);
    Object.defineProperty(rows[1] ?? {}, 'status', { enumerable: true, get: () => (inPage.reads++, status) });
    const conversation = { ...EMPTY_CONVERSATION, loaded: true, messages: messages(count) };
    desk.state.update((state) => ({
      ...state,
      listed: true,
      drafting: true,
      rows: new Map(rows.map((row) => [row.sessionId, row])),
      conversations: new Map([[OPEN, conversation]]),
      readUpTo: new Map([[OPEN, count]]),
    }));
    location.hash = `#/c/${OPEN}`;
    render(<App desk={desk} signInState={{}} choosesTheme={false} />, document.body);
  },
  /** A message with a file. */
  hearFile: (seq: number) =>
    desk.conversations.receive(OPEN, [
      { ...message(seq), attachments: [{ id: 'f', name: 'order.pdf', type: 'pdf', bytes: 9 }] },
    ]),
  /** Something that concerns no row. */
  beAway: () => desk.state.update((state) => ({ ...state, availability: { status: 'away' } })),
  hearSession: (sessionId: string, opening = 'Hello', messageCount = 3) =>
    desk.queue.receive({ ...session(sessionId, messageCount), opening, preview: 'Thanks' }),
  hearMessage: (seq: number) => desk.conversations.receive(OPEN, [message(seq)]),
  /** Shows a transcript of a conversation, at one of its messages. */
  showTranscript: (count: number, wantedSeq: number) =>
    render(<Transcript messages={messages(count)} wantedSeq={wantedSeq} label="Messages" />, document.body),
  /** Shows a transcript of messages whose heights are far from their average. */
  showUneven: (count: number) =>
    render(<Transcript messages={messages(count, uneven)} label="Messages" />, document.body),
};

Object.assign(window, { inPage });
export type InPage = typeof inPage;
