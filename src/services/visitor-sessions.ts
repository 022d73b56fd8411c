import { createHmac } from 'node:crypto';
import { widgetSessionId } from '../domain/ids.ts';
import { mayUseSession, nameOf, type VouchedVisitor } from '../domain/widgets.ts';
import type { Clock, ConversationStore, Random, Telemetry } from '../ports.ts';
import type { Conversations } from './conversations.ts';
import { optimistically } from './optimistic.ts';
import type { VisitorMemory } from './visitor-memory.ts';

/** Which session a visitor who has signed in goes on with, in whichever browser. */
export interface VisitorSessions {
  begin(): string;
  /**
   * The visitor's own earlier session, else `current`, else a new one; a closed session, or one that is somebody else's, is
   * not gone on with. It is the visitor's from then on.
   */
  goOn(widgetId: string, visitor: VouchedVisitor, current: string | undefined): Promise<string>;
  /** A new session, which is the visitor's from then on. */
  startAnew(widgetId: string, visitor: VouchedVisitor): Promise<string>;
}

interface Dependencies {
  memory: VisitorMemory;
  store: ConversationStore;
  conversations: Conversations;
  /** The key under which visitors are hashed; only the hash is stored. */
  hashKey: () => Promise<Uint8Array>;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
}

/** Remembers the session of each signed-in visitor of a widget (docs/api.md, Visitor tokens). */
export function visitorSessions(dependencies: Dependencies): VisitorSessions {
  const { memory, store, conversations, hashKey, random } = dependencies;
  const newId = () => widgetSessionId(random.bytes(16));

  async function idOf(widgetId: string, { issuer, subject }: VouchedVisitor): Promise<string> {
    const words = JSON.stringify([widgetId, issuer, subject]);
    return createHmac('sha256', await hashKey())
      .update(words)
      .digest('hex');
  }

  /** Writes down which session is the visitor's; `choose` decides, and again where somebody else wrote first. */
  async function bind(
    widgetId: string,
    visitor: VouchedVisitor,
    choose: (bound: string | undefined) => Promise<string>,
  ): Promise<string> {
    const id = await idOf(widgetId, visitor);
    return await optimistically('visitor-session', dependencies, async () => {
      const bound = await memory.sessionOf(id);
      const sessionId = await choose(bound?.sessionId);
      const written =
        sessionId === bound?.sessionId || (await memory.bind(id, sessionId, bound?.version ?? 'absent'));
      return written ? { written: true, result: sessionId } : { written: false };
    });
  }

  /** How a session stands for a visitor who would go on with it. */
  async function standing(sessionId: string, widgetId: string, { subject }: VouchedVisitor) {
    const session = (await store.load(sessionId))?.session;
    if (!session) return 'unstarted';
    const theirs = session.visitor === undefined || session.visitor.subject === subject;
    return theirs && session.status !== 'closed' && mayUseSession(session, { widgetId, sessionId })
      ? 'live'
      : 'over';
  }

  /** Agents see who it is from now on, also where the conversation began without a name. */
  async function name(sessionId: string, visitor: VouchedVisitor): Promise<void> {
    await conversations.change(sessionId, (conversation) =>
      conversation && !conversation.session.visitor
        ? { commit: { session: { ...conversation.session, visitor: nameOf(visitor) } }, result: undefined }
        : { result: undefined },
    );
  }

  return {
    begin: newId,
    async goOn(widgetId, visitor, current) {
      const sessionId = await bind(widgetId, visitor, async (bound) => {
        const candidates = [bound, current].filter((id) => id !== undefined);
        const standings = await Promise.all(candidates.map((id) => standing(id, widgetId, visitor)));
        return candidates[standings.indexOf('live')] ?? candidates[standings.indexOf('unstarted')] ?? newId();
      });
      await name(sessionId, visitor);
      return sessionId;
    },
    startAnew: (widgetId, visitor) => bind(widgetId, visitor, () => Promise.resolve(newId())),
  };
}
