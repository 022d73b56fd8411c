import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Email } from '../../../src/ports.ts';
import { AgentSessionReply } from '../../../src/desk/wire/agent.ts';
import { DeadLettersReply } from '../../../src/notifications/wire/dead-letters.ts';
import type { startAgentService } from '../../support/service/agent-service.ts';

type Desk = Awaited<ReturnType<typeof startAgentService>>;
type Agent = Awaited<ReturnType<Desk['agent']>>;

const MINUTE_MS = 60_000;

/** Whether an e-mail confirms that a message was left. */
export const isConfirmation = ({ subject }: Email): boolean => subject.startsWith('Your message to');

/** An agent who answers messages that were left by e-mail, and sees what becomes of the e-mails. */
export function emailDesk(
  desk: Pick<Desk, 'clock' | 'service' | 'visitor'>,
  agent: Pick<Agent, 'get' | 'post'>,
) {
  const path = (sessionId: string, rest = '') => `/api/agent/sessions/${sessionId}${rest}`;
  const answer = (sessionId: string) =>
    agent.post(path(sessionId, '/message'), { content: 'We do.', byEmail: true });

  async function states(sessionId: string): Promise<string[]> {
    const { emails = [] } = AgentSessionReply.parse((await agent.get(path(sessionId))).body).session;
    const others = emails.filter(({ kind }) => kind !== 'received');
    return others.map(({ state, failure }) => (failure ? `${state}: ${failure}` : state));
  }

  return {
    answer,
    /** The state of each e-mail of a conversation with its failure, without confirmations of messages. */
    states,
    /** A message that was left, and answered by e-mail; its conversation. */
    async answered(): Promise<string> {
      const sessionId = randomUUID();
      const body = { sessionId, email: 'vera@example.com', message: 'Do you ship?', consent: true };
      expect(await desk.visitor('/api/contact', body)).toMatchObject({ status: 200 });
      await agent.post(path(sessionId, '/claim'));
      expect(await answer(sessionId)).toMatchObject({ status: 200 });
      await expect.poll(() => states(sessionId)).toEqual(['sent']);
      return sessionId;
    },
    /** Lets time pass, and delivers what is due. */
    async later(minutes: number): Promise<void> {
      desk.clock.advance(minutes * MINUTE_MS);
      await desk.service.services.notifications.deliverDue();
    },
    async undelivered() {
      const reply = await desk.service.get('/api/notifications/dead-letters');
      return DeadLettersReply.parse(await reply.json()).deadLetters;
    },
  };
}
