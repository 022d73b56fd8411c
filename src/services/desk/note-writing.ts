import { isSeen } from '../../domain/activity-feed.ts';
import { AppError } from '../../domain/errors.ts';
import { agentGroup } from '../../domain/realtime-groups.ts';
import type { Note } from '../../domain/records/note.ts';
import type { SessionAgent } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';
import { requireFound } from '../chat/reading.ts';
import type { Conversations } from '../chat/conversations.ts';
import type { Background } from '../platform/background.ts';
import type { Colleagues } from './colleagues.ts';
import type { Notes } from './notes.ts';

type Dependencies = Pick<Ports, 'clock' | 'realtime' | 'store'> & {
  notes: Pick<Notes, 'add'>;
  colleagues: Pick<Colleagues, 'listAll'>;
  conversations: Conversations;
  background: Background;
};

export function noteWriting(dependencies: Dependencies) {
  const { clock, realtime, store, notes, colleagues, conversations, background } = dependencies;

  /** The colleagues without duplicates and without the author. */
  async function resolve(oids: readonly string[], author: SessionAgent): Promise<SessionAgent[]> {
    const others = [...new Set(oids)].filter((oid) => oid !== author.oid);
    if (others.length === 0) return [];
    const known = new Map((await colleagues.listAll()).map((one) => [one.oid, one]));
    return others.map((oid) => {
      const found = known.get(oid);
      if (!found || !isSeen(found, clock.now())) throw new AppError('colleague-not-found');
      return { oid, name: found.name };
    });
  }

  /**
   * Adds the notice for Teams to the outbox. A repeated request adds it again, because the first one may have
   * ended before; Teams shows one entry, because both have the same chain id.
   */
  async function notify(sessionId: string, { id, createdAt }: Note): Promise<void> {
    await conversations.change(sessionId, async (conversation) => {
      const { session } = requireFound(conversation);
      const waiting = await store.outboxOf(sessionId);
      if (waiting.some(({ entry }) => entry.id === id)) return { result: undefined };
      return { commit: { session }, mention: { id, at: createdAt }, result: undefined };
    });
  }

  return {
    /**
     * Stores an agent's note. Mentioned colleagues get it in their list, by an event, and by an entry in
     * their activity feed in Teams. Throws `colleague-not-found` for a colleague not seen in 30 days.
     */
    async add(
      sessionId: string,
      agent: SessionAgent,
      {
        content,
        clientNoteId,
        mentions = [],
      }: {
        content: string;
        clientNoteId?: string | undefined;
        mentions?: readonly string[] | undefined;
      },
    ): Promise<Note> {
      const mentioned = await resolve(mentions, agent);
      const note = await notes.add(sessionId, agent, { content, clientNoteId, mentions: mentioned });
      const told = note.mentions ?? [];
      if (told.length > 0) {
        await notify(sessionId, note);
        const send = told.map(({ oid }) => realtime.toGroup(agentGroup(oid), { type: 'mention', sessionId }));
        background.run(Promise.all(send));
      }
      return note;
    },
  };
}
