import type { Session } from '../../../conversations/records/public-session.ts';
import type { ColleaguesReply, NextReply, NoteReply } from '../../../desk/wire/agent.ts';
import type { Store } from '../../ui/store.ts';
import { withRow } from '../model/rows.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, Problem } from '../../ui/request.ts';
import type { Closings } from './closings.ts';
import { sessionPath, type Conversations } from './conversations.ts';
import {
  updateConversation,
  without,
  type AgentGroup,
  type Colleague,
  type DeskState,
  type Notice,
} from './state.ts';

interface Dependencies {
  state: Store<DeskState>;
  api: AgentApi;
  conversations: Conversations;
  closings: Pick<Closings, 'sendNow'>;
  /** Called when the used seats may have changed. */
  onSeats: () => void;
}

/** To whom a conversation is transferred: a colleague, or the agents of a registered widget. */
export type Recipient = Colleague | AgentGroup;

/** A note for the next agent; `id` makes a repeat safe. */
interface TransferNote {
  id: string;
  content: string;
}

/**
 * The agent's actions on a conversation. Each resolves to true on success. After a failure the conversation's
 * notice has the reason.
 */
export function deskActions({ state, api, conversations, closings, onSeats }: Dependencies) {
  const tell = (sessionId: string, notice: Notice) =>
    updateConversation(state, sessionId, (conversation) => ({ ...conversation, notice }));

  async function act(
    name: string,
    sessionId: string,
    body?: object,
    method: 'POST' | 'PUT' | 'DELETE' = 'POST',
  ): Promise<boolean> {
    updateConversation(state, sessionId, (conversation) => ({
      ...without(conversation, 'notice'),
      acting: name,
    }));
    try {
      const { session } = await api.send<{ session: Session }>(
        method,
        sessionPath(sessionId, `/${name}`),
        body,
      );
      state.update((desk) => ({ ...without(desk, 'nextNotice'), rows: withRow(desk.rows, session) }));
      return true;
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      refuse(sessionId, thrown, () => void act(name, sessionId, body, method));
      return false;
    } finally {
      updateConversation(state, sessionId, (conversation) => without(conversation, 'acting'));
    }
  }

  function refuse(sessionId: string, problem: Problem, retry: () => void): void {
    switch (problem.code) {
      case 'already-claimed': {
        const name = problem.details.claimedByName ?? 'A colleague';
        tell(sessionId, { tone: 'info', sentence: `${name} claimed this conversation.` });
        break;
      }
      case 'seat-quota-exceeded':
        refuseSeat(problem);
        break;
      default:
        tell(sessionId, { tone: 'bad', sentence: problem.message, retry });
    }
    // The page was outdated; otherwise it would not have offered the action.
    void conversations.fetchAbout(sessionId);
  }

  function refuseSeat({ message: sentence, details: { upgradeUrl } }: Problem): void {
    const refusedSeat = { sentence, ...(upgradeUrl !== undefined && { upgradeUrl }) };
    state.update((desk) => ({ ...desk, refusedSeat }));
    onSeats();
  }

  async function addNote(sessionId: string, to: Recipient, { id, content }: TransferNote): Promise<boolean> {
    const mentions = 'oid' in to ? [to.oid] : undefined;
    const body = { content, clientNoteId: id, ...(mentions && { mentions }) };
    try {
      const { note } = await api.send<NoteReply>('POST', sessionPath(sessionId, '/notes'), body);
      conversations.receiveNote(sessionId, note);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      tell(sessionId, { tone: 'bad', sentence: `Not transferred. ${thrown.message}` });
      return false;
    }
  }

  /** A conversation with a pending close counts against the limit, so the close is sent first. */
  async function requestNext(): Promise<NextReply> {
    const send = () => api.send<NextReply>('POST', apiPath('agent/next'));
    try {
      return await send();
    } catch (thrown) {
      const isFull = thrown instanceof Problem && thrown.code === 'conversation-limit';
      if (isFull && (await closings.sendNow())) return await send();
      throw thrown;
    }
  }

  return {
    /** Claims the conversation that has waited longest, urgent ones first. Resolves to its id. */
    async claimNext() {
      state.update((desk) => ({ ...without(desk, 'nextNotice'), claimingNext: true }));
      try {
        const { session } = await requestNext();
        const nextNotice: Notice = { tone: 'info', sentence: 'No visitors are waiting.' };
        state.update((desk) =>
          session
            ? { ...without(desk, 'refusedSeat'), rows: withRow(desk.rows, session) }
            : { ...desk, nextNotice },
        );
        if (session) onSeats();
        return session?.sessionId;
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
        if (thrown.code === 'seat-quota-exceeded') refuseSeat(thrown);
        else state.update((desk) => ({ ...desk, nextNotice: { tone: 'bad', sentence: thrown.message } }));
        return undefined;
      } finally {
        state.update((desk) => without(desk, 'claimingNext'));
      }
    },
    markUrgent: (sessionId: string, urgent: boolean) => act('urgent', sessionId, { urgent }, 'PUT'),
    async claim(sessionId: string) {
      const claimed = await act('claim', sessionId);
      if (claimed) {
        state.update((desk) => without(desk, 'refusedSeat'));
        onSeats();
        conversations.markRead();
      }
      return claimed;
    },
    /** Marks a left message as answered or unanswered. */
    markAnswered: (sessionId: string, answered: boolean) =>
      act('left-message', sessionId, { answered }, 'PUT'),
    /** Snoozes until a time (RFC 3339) or the next `message`. Undefined ends the snooze. */
    snooze: (sessionId: string, until: string | undefined) =>
      until === undefined
        ? act('snooze', sessionId, undefined, 'DELETE')
        : act('snooze', sessionId, { until }, 'PUT'),
    addTag: (sessionId: string, tagId: string) => act(`tags/${tagId}`, sessionId, undefined, 'PUT'),
    removeTag: (sessionId: string, tagId: string) => act(`tags/${tagId}`, sessionId, undefined, 'DELETE'),
    release: (sessionId: string) => act('release', sessionId),
    /**
     * Transfers to a colleague or a group. The note is stored first, so that the next agent finds it; a
     * repeat with the same id stores it once.
     */
    async transfer(sessionId: string, to: Recipient, note?: TransferNote) {
      const hand = () => act('transfer', sessionId, 'oid' in to ? { oid: to.oid } : { group: to.id });
      if (note && !(await addNote(sessionId, to, note))) return false;
      const handed = await hand();
      const sentence =
        'oid' in to ? `${to.name} now has this conversation.` : `Waiting for the agents of ${to.name}.`;
      if (handed) tell(sessionId, { tone: 'info', sentence });
      return handed;
    },
    /** The other agents and the groups, to whom conversations can be transferred. */
    async recipients() {
      const { colleagues, groups } = await api.get<ColleaguesReply>(apiPath('agent/colleagues'));
      return { colleagues: colleagues.filter(({ oid }) => oid !== state.get().me.oid), groups };
    },
    dismiss: (sessionId: string) =>
      updateConversation(state, sessionId, (conversation) => without(conversation, 'notice')),
  };
}

export type Actions = ReturnType<typeof deskActions>;
