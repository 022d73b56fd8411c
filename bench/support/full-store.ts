import { LOCAL_AGENTS } from '../../src/adapters/identity/local-agents.ts';
import { sqliteStore } from '../../src/adapters/store/sqlite.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import { transition } from '../../src/core/session-state-machine.ts';
import type { Message, MessageDraft } from '../../src/conversations/records/message.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { seededRandom } from '../../scripts/seed/seeded-random.ts';

const ANSWER = `You can **return** a bicycle within *30 days*:

1. Sign in and open [your orders](https://shop.example/orders).
2. Choose the order and press \`Return\`.
3. Print the label, or show the code at a shop.

We refund the price to the card that was charged. Shipping is refunded where the article was damaged.`;
const QUESTION =
  'My order 48213 arrived with a scratch on the frame. Can I send it back, and who pays for that?';

/** Messages that one commit stores. */
const AT_ONCE = 50;

interface FullStore {
  /** The id of the long conversation, which the first invented agent has claimed. */
  longId: string;
}

/**
 * Fills a folder with conversations that wait for a person, and with one of many messages: questions,
 * answers in Markdown, and replies of agents.
 */
export async function fullStore(dataDir: string, waiting: number, messages: number): Promise<FullStore> {
  const store = sqliteStore({ dataDir, synchronous: 'NORMAL' });
  const random = seededRandom(1);
  let atMs = Date.now() - (waiting + messages) * 30_000;
  const now = () => new Date((atMs += 30_000)).toISOString();
  const begun = () => startSession(random.uuid(), now(), { origin: 'https://shop.example' });
  const agent = LOCAL_AGENTS[0];
  if (!agent) throw new Error('There are no invented agents.');

  function said(session: SessionRecord, role: 'visitor' | 'assistant' | 'agent') {
    const content = role === 'assistant' ? ANSWER : `${QUESTION} (${session.messageCount})`;
    const draft: MessageDraft = { id: random.uuid(), role, content };
    return append(session, role === 'agent' && agent ? { ...draft, agent } : draft, now());
  }

  function moved(session: SessionRecord, trigger: Parameters<typeof transition>[1]): SessionRecord {
    const outcome = transition(session, trigger, now());
    if (!outcome.ok) throw new Error(`Not possible: ${outcome.refusal}.`);
    return outcome.session;
  }

  const activity = () => ({ id: random.uuid(), at: now() });
  for (let index = 0; index < waiting; index++) {
    const question = said(begun(), 'visitor');
    const answer = said(question.session, 'assistant');
    const session = moved(answer.session, { type: 'request-human' });
    const both = [question.message, answer.message];
    await store.conversations.commit({
      session,
      expected: 'absent',
      recent: both,
      append: both,
      activity: activity(),
    });
  }
  let session = moved(begun(), { type: 'claim', agent: { oid: agent.oid, name: agent.name } });
  let expected = 'absent';
  for (let count = 0; count < messages; count += AT_ONCE) {
    const page: Message[] = [];
    for (let index = 0; index < AT_ONCE; index++) {
      const role = (['visitor', 'assistant', 'visitor', 'agent'] as const)[index % 4] ?? 'visitor';
      const grown = said(session, role);
      session = grown.session;
      page.push(grown.message);
    }
    const outcome = await store.conversations.commit({
      session,
      expected,
      recent: page.slice(-4),
      append: page,
      activity: activity(),
    });
    if (!outcome.ok) throw new Error(`Not stored: ${outcome.reason}.`);
    expected = outcome.version;
  }
  await store.close();
  return { longId: session.sessionId };
}
