import { AppError } from '../core/errors.ts';
import { agentGroup, ALL_AGENTS } from '../platform/rules/realtime-groups.ts';
import type { Note } from './records/note.ts';
import type { SessionAgent } from './records/session.ts';
import type { Ports } from '../ports.ts';
import { requireFound } from './reading.ts';
import type { Conversations } from './conversations.ts';
import type { Background } from '../platform/background.ts';
import type { Colleagues } from '../availability/colleagues.ts';
import type { Notes } from './notes.ts';

type Dependencies = Pick<Ports, 'realtime' | 'store'> & {
  notes: Pick<Notes, 'add' | 'edit' | 'removeOwn'>;
  colleagues: Pick<Colleagues, 'listAll'>;
  conversations: Conversations;
  background: Background;
};

export function noteWriting(dependencies: Dependencies) {
  const { realtime, store, notes, colleagues, conversations, background } = dependencies;

  /** The colleagues without duplicates and without the author. */
  async function resolve(oids: readonly string[], author: SessionAgent): Promise<SessionAgent[]> {
    const others = [...new Set(oids)].filter((oid) => oid !== author.oid);
    if (others.length === 0) return [];
    const known = new Map((await colleagues.listAll()).map(({ oid, name }) => [oid, name]));
    return others.map((oid) => {
      const name = known.get(oid);
      if (name === undefined) throw new AppError('colleague-not-found');
      return { oid, name };
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

  /** Notifies the desks of changed notes, and the mentioned agents of their changed list. */
  function publish(sessionId: string, mentioned: readonly SessionAgent[]): void {
    background.run(
      Promise.all([
        realtime.toGroup(ALL_AGENTS, { type: 'notes', sessionId }),
        ...mentioned.map(({ oid }) => realtime.toGroup(agentGroup(oid), { type: 'mention', sessionId })),
      ]),
    );
  }

  return {
    /**
     * Stores an agent's note. Mentioned colleagues get it in their list, by an event, and by an entry in
     * their activity feed in Teams. Throws `colleague-not-found`.
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
      if (told.length > 0) await notify(sessionId, note);
      publish(sessionId, told);
      return note;
    },

    /**
     * Edits an agent's own note. Newly mentioned colleagues get it in their list, and no entry in Teams.
     * Throws `not-note-author`, or `not-found` for a removed note.
     */
    async edit(
      sessionId: string,
      agent: SessionAgent,
      noteId: string,
      { content, mentions = [] }: { content: string; mentions?: readonly string[] | undefined },
    ): Promise<Note> {
      const mentioned = await resolve(mentions, agent);
      const note = await notes.edit(sessionId, agent, noteId, { content, mentions: mentioned });
      publish(sessionId, mentioned);
      return note;
    },

    /** Removes an agent's own note, with its mentions. Throws `not-note-author`. */
    async remove(sessionId: string, agent: SessionAgent, noteId: string): Promise<void> {
      await notes.removeOwn(sessionId, agent, noteId);
      publish(sessionId, []);
    },
  };
}
