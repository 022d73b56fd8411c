import { randomUUID } from 'node:crypto';
import { outcomeFigures } from '../../../src/conversations/rules/assistant-outcome.ts';
import type { Activity } from '../../../src/availability/rules/activity.ts';
import type { TokenUsage } from '../../../src/spending/records/token-usage.ts';
import type { Message, MessageDraft } from '../../../src/conversations/records/message.ts';
import { append, startSession } from '../../../src/conversations/rules/session-messages.ts';
import { transition } from '../../../src/core/session-state-machine.ts';
import type { SessionRecord } from '../../../src/conversations/records/session.ts';
import type { ConversationStore } from '../../../src/ports.ts';

const DANA = { oid: '7d3f0c52-8a41-4b2e-9f6d-1c5e8a9b0d11', name: 'Dana Meyer' };

/** One thing that happens in a conversation; `after` is in seconds since what happened before. */
type Event = { after?: number } & (
  | { visitor: string; queued?: boolean }
  | {
      assistant: string;
      tokens?: [input: number, output: number];
      cost?: number;
      rating?: 'up' | 'down';
      unanswered?: boolean;
      interrupted?: boolean;
      sources?: NonNullable<Message['sources']>;
      links?: NonNullable<Message['links']>;
      basis?: NonNullable<Message['basis']>;
    }
  | { agent: string; name?: string }
  | { asksForPerson: true }
  | { claimedBy: string }
  | { closed: true; rated?: 'helpful' | 'not helpful' | undefined }
);

export interface Story {
  /** When it began, in milliseconds since the epoch. */
  startedAtMs: number;
  origin?: string;
  /** Further facts of the session, such as its visitor. */
  session?: Partial<SessionRecord>;
  events: readonly Event[];
}

const originOf = ({ origin }: Story) => (origin === undefined ? {} : { origin });

/** Stores a conversation as the service itself would have, and returns its id. */
export async function tell(store: ConversationStore, story: Story): Promise<string> {
  let atMs = story.startedAtMs;
  const iso = () => new Date(atMs).toISOString();
  const sessionId = randomUUID();
  let session: SessionRecord = { ...startSession(sessionId, iso(), originOf(story)), ...story.session };
  let expected = 'absent';
  let stored: SessionRecord | undefined;
  let agent = DANA;
  let lastQuestion = '';

  const commit = async (draft?: MessageDraft, figures: Partial<Activity> = {}, usage?: TokenUsage) => {
    const grown = draft && append(session, draft, iso());
    session = grown?.session ?? session;
    const outcome = await store.commit({
      session,
      expected,
      recent: (await store.load(sessionId))?.recent ?? [],
      ...(grown && { append: [grown.message] }),
      ...(usage && { usage }),
      activity: { id: randomUUID(), at: iso(), ...figures, ...outcomeFigures(stored, session) },
    });
    stored = session;
    if (!outcome.ok) throw new Error(`The story was not stored: ${outcome.reason}.`);
    expected = outcome.version;
  };
  const move = (trigger: Parameters<typeof transition>[1]): SessionRecord => {
    const outcome = transition(session, trigger, iso());
    if (!outcome.ok) throw new Error(`The story is impossible: ${outcome.refusal}.`);
    return outcome.session;
  };

  for (const event of story.events) {
    atMs += (event.after ?? 5) * 1000;
    const id = randomUUID();
    if ('visitor' in event) {
      const first = session.messageCount === 0 && { conversations: 1 };
      lastQuestion = id;
      const queued = event.queued === true && { queued: true };
      await commit(
        { id, role: 'visitor', content: event.visitor, ...queued },
        { visitorMessages: 1, ...first },
      );
    } else if ('assistant' in event) {
      const { assistant: content, tokens: [inputTokens, outputTokens] = [0, 0], cost = 0, ...rest } = event;
      const { after: _after, ...marks } = rest;
      const sums = { inputTokens, outputTokens, cost };
      session = {
        ...session,
        inputTokens: session.inputTokens + inputTokens,
        outputTokens: session.outputTokens + outputTokens,
        cost: session.cost + cost,
      };
      const rated = {
        ratingsUp: Number(event.rating === 'up'),
        ratingsDown: Number(event.rating === 'down'),
      };
      await commit(
        { id, role: 'assistant', content, replyTo: lastQuestion, ...marks },
        { assistantMessages: 1, requests: 1, cachedInputTokens: 0, ...sums, ...rated },
        {
          id,
          sessionId,
          messageId: id,
          model: 'gpt-5-mini',
          createdAt: iso(),
          cachedInputTokens: 0,
          ...sums,
        },
      );
    } else if ('asksForPerson' in event) {
      session = { ...move({ type: 'request-human' }), handoffReason: 'visitor' };
      const content = 'The visitor asked for a person.';
      await commit({ id, role: 'system', content, event: 'human-requested' }, { handoffs: 1 });
    } else if ('claimedBy' in event) {
      agent = { ...DANA, name: event.claimedBy };
      session = move({ type: 'claim', agent });
      await commit();
    } else if ('agent' in event) {
      const firstReply = session.firstAgentReplyAt === undefined && { firstReplySeconds: event.after ?? 5 };
      session = { ...session, firstAgentReplyAt: session.firstAgentReplyAt ?? iso() };
      await commit({ id, role: 'agent', content: event.agent, agent }, { agentMessages: 1, ...firstReply });
    } else {
      session = withRating(move({ type: 'close', agent }), event.rated, iso());
      await commit();
    }
  }
  return sessionId;
}

/** A closed session with the visitor's rating. */
function withRating(
  session: SessionRecord,
  rated: 'helpful' | 'not helpful' | undefined,
  ratedAt: string,
): SessionRecord {
  return rated ? { ...session, visitorRating: { helpful: rated === 'helpful', ratedAt } } : session;
}
