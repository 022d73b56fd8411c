import { outcomeFigures } from '../../src/conversations/rules/assistant-outcome.ts';
import { callFigures, costOf, addCall } from '../../src/spending/rules/cost.ts';
import { KNOWN_MODELS } from '../../src/spending/rules/models.ts';
import { requestHuman } from '../../src/conversations/rules/handoff.ts';
import { replyIdOf } from '../../src/conversations/rules/ids.ts';
import type { Message, MessageDraft } from '../../src/conversations/records/message.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import { transition } from '../../src/core/session-state-machine.ts';
import type { SessionAgent, SessionRecord } from '../../src/conversations/records/session.ts';
import type { Commit } from '../../src/ports.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Language } from './topics.ts';

/** The model of seeded conversations. */
const [MODEL] = KNOWN_MODELS;

/** A conversation as a list of commits. */
export type Story = Omit<Commit, 'expected'>[];

export interface StoryContext {
  startMs: number;
  /** When the story ends, in milliseconds since the epoch. */
  nowMs: number;
  language: Language;
  origin: string | undefined;
  agent: SessionAgent;
  /** The course of the conversation: answered, without an answer, or handed off to an agent. */
  course: 'answered' | 'unanswered' | 'person';
}

/** Makes a conversation. The same state of the generator makes the same one. */
export function makeStory(chance: SeededRandom, context: StoryContext): Story {
  const { startMs, nowMs, language, origin, agent, course } = context;
  const { locale } = language;
  let atMs = startMs;
  let session = startSession(chance.uuid(), now(), { locale, ...(origin !== undefined && { origin }) });
  const recent: Message[] = [];
  const story: Story = [];

  function now(): string {
    return new Date(atMs).toISOString();
  }

  function passes(leastSeconds: number, mostSeconds: number): void {
    atMs += chance.between(leastSeconds * 1000, mostSeconds * 1000);
  }

  function add(draft: Omit<MessageDraft, 'id'>, id: string = chance.uuid()): Message {
    const appended = append(session, { id, ...draft }, now());
    ({ session } = appended);
    return appended.message;
  }

  function commit(change: Omit<Story[number], 'session' | 'recent'>): void {
    keep({ session, recent: [...recent], ...change });
  }

  function keep(next: Story[number]): void {
    if (atMs > nowMs) return;
    const outcome = outcomeFigures(story.at(-1)?.session, next.session);
    const { activity = { id: chance.uuid(), at: now() } } = next;
    story.push(Object.keys(outcome).length === 0 ? next : { ...next, activity: { ...activity, ...outcome } });
    recent.push(...(next.append ?? []));
  }

  /** A visitor's question with the assistant's answer. */
  function turn(content: string, answer: string, more: Partial<MessageDraft> = {}, isHandoff = false): void {
    const isFirst = session.messageCount === 0;
    const question = add({ role: 'visitor', content });
    const asked = { session, recent: [...recent], append: [question] };
    passes(1, 6);
    keep(asked);
    const inputTokens = chance.between(900, 2400) + 60 * session.messageCount;
    const cachedInputTokens = chance.happens(0.6) ? 768 : 0;
    const used = { inputTokens, cachedInputTokens, outputTokens: 20 + Math.ceil(answer.length / 4) };
    const cost = costOf(used, MODEL?.prices);
    const rated = more.unanswered !== true &&
      chance.happens(0.14) && { rating: chance.happens(0.86) ? 'up' : 'down' };
    const id = replyIdOf(question.id);
    const reply = add(
      { role: 'assistant', content: answer, replyTo: question.id, ...more, ...rated } as MessageDraft,
      id,
    );
    const notices = isHandoff ? handOff() : [];
    session = addCall(session, used, cost);
    const { sessionId } = session;
    commit({
      append: [reply, ...notices],
      usage: { id, sessionId, messageId: id, model: MODEL?.name ?? '', ...used, cost, createdAt: now() },
      activity: {
        id,
        at: now(),
        ...(isFirst && { conversations: 1 }),
        visitorMessages: 1,
        assistantMessages: 1,
        ...callFigures(used, cost),
        ...(notices.length > 0 && { handoffs: 1 }),
        ...(reply.rating === 'up' && { ratingsUp: 1 }),
        ...(reply.rating === 'down' && { ratingsDown: 1 }),
      },
    });
  }

  function handOff(): Message[] {
    const outcome = requestHuman(session, now(), { reason: 'visitor' });
    if (!outcome.ok) return [];
    ({ session } = outcome);
    return outcome.messages;
  }

  function moves(trigger: 'claim' | 'close'): void {
    const outcome = transition(session, { type: trigger, agent }, now());
    if (outcome.ok) ({ session } = outcome);
    commit({});
  }

  function agentSays(content: string): void {
    const message = add({ role: 'agent', content, agent });
    const isFirst = session.firstAgentReplyAt === undefined;
    const waitedSince = Date.parse(session.humanRequestedAt ?? message.createdAt);
    if (isFirst) session = { ...session, firstAgentReplyAt: message.createdAt };
    const firstReplySeconds = Math.floor((atMs - waitedSince) / 1000);
    const { id, createdAt: at } = message;
    commit({
      append: [message],
      activity: { id, at, agentMessages: 1, ...(isFirst && { firstReplySeconds }) },
    });
  }

  function visitorSays(content: string): void {
    const message = add({ role: 'visitor', content, queued: true });
    commit({ append: [message], activity: { id: message.id, at: message.createdAt, visitorMessages: 1 } });
  }

  const topic = chance.pick(language.topics);
  if (course === 'unanswered') {
    turn(chance.pick(chance.pick(language.unanswered)), language.dontKnow, { unanswered: true });
    passes(20, 60);
    if (chance.happens(0.4)) {
      turn(chance.pick(topic.ask), topic.answer, { sources: [{ title: topic.source }] });
    }
    return story;
  }
  turn(chance.pick(topic.ask), topic.answer, { sources: [{ title: topic.source }] });
  passes(15, 90);
  if (topic.then && chance.happens(0.6)) {
    turn(topic.then.ask, topic.then.answer, { sources: [{ title: topic.source }] });
  }
  passes(15, 90);
  if (course === 'person') {
    turn(chance.pick(language.askForPerson), language.handingOver, {}, true);
    passes(15, chance.happens(0.8) ? 240 : 2400);
    moves('claim');
    passes(5, 60);
    agentSays(chance.pick(language.greeting));
    passes(20, 120);
    visitorSays(chance.pick(topic.ask));
    passes(30, 180);
    agentSays(chance.pick(language.advice));
    passes(10, 120);
    visitorSays(chance.pick(language.thanks));
    passes(60, 600);
    moves('close');
  } else if (chance.happens(0.3)) {
    const other = chance.pick(language.topics);
    turn(chance.pick(other.ask), other.answer, { sources: [{ title: other.source }] });
  }
  return story;
}

/** The session at the end of a story; undefined for an empty story. */
export function endOf(story: Story): SessionRecord | undefined {
  return story.at(-1)?.session;
}
