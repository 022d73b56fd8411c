import type { Session } from '../../../domain/records/session.ts';
import type { ColleaguesReply, NextReply } from '../../../wire/agent.ts';
import type { Store } from '../../ui/store.ts';
import { withRow } from '../model/rows.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, Problem } from '../../ui/request.ts';
import type { Closings } from './closings.ts';
import { sessionPath, type Conversations } from './conversations.ts';
import { updateConversation, without, type Colleague, type DeskState, type Notice } from './state.ts';

/**
 * The agent's actions on a conversation. Each resolves to true on success. After a failure the conversation's
 * notice has the reason.
 */
export interface Actions {
  claim(sessionId: string): Promise<boolean>;
  /** Claims the conversation that has waited longest, urgent ones first. Resolves to its id. */
  claimNext(): Promise<string | undefined>;
  markUrgent(sessionId: string, urgent: boolean): Promise<boolean>;
  /** Marks a left message as answered or unanswered. */
  markAnswered(sessionId: string, answered: boolean): Promise<boolean>;
  /** Sends an answer by e-mail as well. A repeated id is stored and sent once. */
  replyByEmail(sessionId: string, message: { content: string; clientMessageId: string }): Promise<boolean>;
  /** Snoozes until a time (RFC 3339) or the next `message`. Undefined ends the snooze. */
  snooze(sessionId: string, until: string | undefined): Promise<boolean>;
  addTag(sessionId: string, tagId: string): Promise<boolean>;
  removeTag(sessionId: string, tagId: string): Promise<boolean>;
  release(sessionId: string): Promise<boolean>;
  transfer(sessionId: string, to: Colleague): Promise<boolean>;
  /** Recently active colleagues, without this agent. */
  colleagues(): Promise<Colleague[]>;
  dismiss(sessionId: string): void;
}

interface Dependencies {
  state: Store<DeskState>;
  api: AgentApi;
  conversations: Conversations;
  closings: Pick<Closings, 'sendNow'>;
  /** Called when the used seats may have changed. */
  onSeats: () => void;
}

export function deskActions({ state, api, conversations, closings, onSeats }: Dependencies): Actions {
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
    markUrgent: (sessionId, urgent) => act('urgent', sessionId, { urgent }, 'PUT'),
    async claim(sessionId) {
      const claimed = await act('claim', sessionId);
      if (claimed) {
        state.update((desk) => without(desk, 'refusedSeat'));
        onSeats();
        conversations.markRead();
      }
      return claimed;
    },
    markAnswered: (sessionId, answered) => act('left-message', sessionId, { answered }, 'PUT'),
    async replyByEmail(sessionId, message) {
      try {
        await api.send('POST', sessionPath(sessionId, '/email'), message);
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
        tell(sessionId, { tone: 'bad', sentence: thrown.message });
        return false;
      }
      await Promise.all([conversations.fetchMissing(sessionId), conversations.fetchAbout(sessionId)]);
      return true;
    },
    snooze: (sessionId, until) =>
      until === undefined
        ? act('snooze', sessionId, undefined, 'DELETE')
        : act('snooze', sessionId, { until }, 'PUT'),
    addTag: (sessionId, tagId) => act(`tags/${tagId}`, sessionId, undefined, 'PUT'),
    removeTag: (sessionId, tagId) => act(`tags/${tagId}`, sessionId, undefined, 'DELETE'),
    release: (sessionId) => act('release', sessionId),
    async transfer(sessionId, { oid, name }) {
      const handed = await act('transfer', sessionId, { oid });
      if (handed) tell(sessionId, { tone: 'info', sentence: `${name} now has this conversation.` });
      return handed;
    },
    async colleagues() {
      const { colleagues } = await api.get<ColleaguesReply>(apiPath('agent/colleagues'));
      return colleagues.filter(({ oid }) => oid !== state.get().me.oid);
    },
    dismiss: (sessionId) =>
      updateConversation(state, sessionId, (conversation) => without(conversation, 'notice')),
  };
}
