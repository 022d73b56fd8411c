import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { ProposalReply } from '../../src/actions/wire/visitor-actions.ts';
import { ChatReply, MessagesReply } from '../../src/chat/wire/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { answeredRun, standInActions } from '../support/ports/stand-in-actions.ts';
import { refusedWith } from '../support/refusal.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const ORDER = { orderNumber: '10423' };
const MINUTE_MS = 60_000;

describe('a change that the assistant proposes', () => {
  const actions = standInActions();
  const desk = sharedFixture(() => startAgentService({ actionRunner: actions }));
  const mia = sharedFixture(() => desk.agent('Mia'));
  beforeEach(() => {
    actions.reset();
    desk.answerer.script({ deltas: ['Shall I?'], actions: [['cancel_order', ORDER]] });
  });

  interface Waiting {
    sessionId: string;
    messageId: string;
    id: string;
  }
  async function proposed(): Promise<Waiting> {
    const sent = await desk.visitor('/api/chat', { message: 'Cancel it', sessionId: randomUUID() });
    const { sessionId, reply } = ChatReply.parse(sent.body);
    return { sessionId, messageId: reply.id, id: reply.proposal?.id ?? '' };
  }
  const decide = ({ id, ...where }: Waiting, decision = 'confirm') =>
    desk.visitor(`/api/chat/proposals/${id}`, { ...where, decision });
  const decided = async (waiting: Waiting, decision?: string) =>
    ProposalReply.parse((await decide(waiting, decision)).body);
  const read = async (sessionId: string, after = 0) =>
    MessagesReply.parse(
      await (await desk.service.get(`/api/messages?sessionId=${sessionId}&after=${after}`)).json(),
    );

  test('runs after it is confirmed, with its exact values and an idempotency key, and shows its result', async () => {
    const waiting = await proposed();
    const { proposal, reply } = await decided(waiting);
    expect(actions.runs).toMatchObject([{ name: 'cancel_order', values: ORDER, idempotencyKey: waiting.id }]);
    expect(proposal).toMatchObject({ id: waiting.id, state: 'done' });
    expect(reply).toMatchObject({
      role: 'assistant',
      content: 'Done.\n\n- Status: Shipped',
      resultOf: 'Cancel an order',
    });
    // A reader who is past the proposal gets it again.
    const { messages } = await read(waiting.sessionId, 2);
    expect(messages.map(({ seq, proposal: its }) => [seq, its?.state])).toEqual([
      [2, 'done'],
      [3, undefined],
    ]);
  });

  test('runs once even if it is confirmed concurrently in two tabs', async () => {
    const waiting = await proposed();
    const both = await Promise.all([decide(waiting), decide(waiting)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(actions.runs).toHaveLength(1);
    expect(await decided(waiting)).toMatchObject({ proposal: { state: 'done' } });
    expect(actions.runs).toHaveLength(1);
    expect((await read(waiting.sessionId)).messages).toHaveLength(3);
  });

  test('that is canceled never runs', async () => {
    const waiting = await proposed();
    expect(await decided(waiting, 'cancel')).toMatchObject({ proposal: { state: 'canceled' } });
    expect(await decided(waiting)).toMatchObject({ proposal: { state: 'canceled' } });
    expect(actions.runs).toEqual([]);
  });

  test('does not run in a claimed or closed conversation, and runs after the agent has released it in time', async () => {
    const waiting = await proposed();
    await mia.post(`/api/agent/sessions/${waiting.sessionId}/claim`);
    expect(await decide(waiting)).toMatchObject(refusedWith(409, 'agent-has-joined'));
    expect(actions.runs).toEqual([]);
    await mia.post(`/api/agent/sessions/${waiting.sessionId}/close`);
    expect(await decide(waiting)).toMatchObject(refusedWith(409, 'session-closed'));
    expect(actions.runs).toEqual([]);
  });

  test.each([
    ['was changed', () => (actions.list = actions.list.map((one) => ({ ...one, etag: '"2"' })))],
    ['was switched off', () => (actions.list = actions.list.map((one) => ({ ...one, enabled: false })))],
    ['was deleted', () => (actions.list = [])],
  ])(
    'does not run if the action %s after the proposal, and the visitor is informed',
    async (_how, change) => {
      const waiting = await proposed();
      change();
      const { proposal, reply } = await decided(waiting);
      expect(proposal.state).toBe('failed');
      expect(reply?.content).toMatch(/^This is not possible right now\..*person/);
      expect(actions.runs).toEqual([]);
    },
  );

  test('can be confirmed only with its own message and conversation', async () => {
    const [waiting, other] = [await proposed(), await proposed()];
    for (const wrong of [
      { ...waiting, id: other.id },
      { ...waiting, messageId: other.messageId },
      { ...waiting, sessionId: other.sessionId },
    ]) {
      expect(await decide(wrong)).toMatchObject(refusedWith(404, 'proposal-not-found'));
    }
    expect(await decide({ ...waiting, sessionId: randomUUID() })).toMatchObject(
      refusedWith(404, 'session-not-found'),
    );
    expect(actions.runs).toEqual([]);
  });

  test('with an unknown result is reported as unclear, and is not repeated', async () => {
    actions.answer = ({ name }) => ({
      tried: { name, title: 'Cancel an order', outcome: 'failed', reason: 'timeout', durationMs: 5_000 },
      data: [],
    });
    const waiting = await proposed();
    const { proposal, reply } = await decided(waiting);
    expect(proposal.state).toBe('failed');
    expect(reply?.content).toMatch(
      /^We got no clear answer, so we do not know whether this was done\..*person/,
    );
    await decide(waiting);
    expect(actions.runs).toHaveLength(1);
  });

  test('is not run again while it is running, and counts as lost after a minute', async () => {
    const held = Promise.withResolvers<undefined>();
    actions.answer = async (run) => {
      await held.promise;
      return answeredRun(run);
    };
    const waiting = await proposed();
    const first = decided(waiting);
    await expect.poll(() => actions.runs.length).toBe(1);
    expect(await decided(waiting)).toMatchObject({ proposal: { state: 'running' } });
    desk.clock.advance(MINUTE_MS + 1);
    expect(await decided(waiting)).toMatchObject({ proposal: { state: 'failed' } });
    held.resolve(undefined);
    await first;
    expect(actions.runs).toHaveLength(1);
    expect((await read(waiting.sessionId)).messages).toHaveLength(3);
  });

  test('runs as the twentieth action of its conversation, and the next one is refused', async () => {
    const { sessionId, ...first } = await proposed();
    let waiting = first;
    for (let number = 1; number <= 21; number++) {
      const { proposal, reply } = await decided({ sessionId, ...waiting });
      expect([number, proposal.state]).toEqual([number, number <= 20 ? 'done' : 'failed']);
      expect(reply?.content).toMatch(number <= 20 ? /^Done/ : /^This is not possible right now/);
      desk.clock.advance(MINUTE_MS);
      desk.answerer.script({ deltas: ['Shall I?'], actions: [['cancel_order', ORDER]] });
      const asked = ChatReply.parse((await desk.visitor('/api/chat', { message: 'Again', sessionId })).body);
      waiting = { messageId: asked.reply.id, id: asked.reply.proposal?.id ?? '' };
    }
    expect(actions.runs).toHaveLength(20);
  });

  describe('that ends without a result', () => {
    const unclear = /^We got no clear answer, so we do not know whether this was done\./;
    const services = () => desk.service.services;

    test('is stored as failed, and the visitor is informed that the result is unclear', async () => {
      actions.answer = () => Promise.reject(new AppError('assistant-unavailable', { reason: 'shutdown' }));
      const waiting = await proposed();
      const { proposal, reply } = await decided(waiting);
      expect(proposal.state).toBe('failed');
      expect(reply?.content).toMatch(unclear);
      expect((await read(waiting.sessionId)).messages).toHaveLength(3);
    });

    /** Confirms a change whose instance ends before it stores a result. */
    async function lost(): Promise<{ waiting: Waiting; end: () => Promise<unknown> }> {
      const held = Promise.withResolvers<undefined>();
      actions.answer = async (run) => {
        await held.promise;
        return answeredRun(run);
      };
      const waiting = await proposed();
      const before = actions.runs.length;
      const first = decide(waiting);
      await expect.poll(() => actions.runs.length).toBe(before + 1);
      const end = async () => {
        held.resolve(undefined);
        await first;
      };
      return { waiting, end };
    }

    test.each([
      ['the timer', () => Promise.resolve()],
      ['the visitor who reads', ({ sessionId }: Waiting) => read(sessionId)],
      [
        'the agent who reads',
        ({ sessionId }: Waiting) => mia.get(`/api/agent/sessions/${sessionId}/messages`),
      ],
    ])('is ended once by %s after a minute', async (who, reads) => {
      const { waiting, end } = await lost();
      await services().proposals.endLost();
      expect((await read(waiting.sessionId)).messages.map(({ proposal: its }) => its?.state)).toContain(
        'running',
      );
      desk.clock.advance(MINUTE_MS + 1);
      await reads(waiting);
      if (who === 'the timer') await services().proposals.endLost();
      const after = await desk.service.services.visitorRequests.read(waiting.sessionId, undefined);
      const messages = await after.after(0);
      expect(messages.map(({ proposal: its }) => its?.state)).toEqual([undefined, 'failed', undefined]);
      expect(messages.at(-1)?.content).toMatch(unclear);
      await services().proposals.endLost();
      await end();
      expect((await read(waiting.sessionId)).messages).toHaveLength(3);
    });

    test('does not stop the timer from ending others if its conversation was deleted', async () => {
      const { waiting, end } = await lost();
      const address = `${desk.service.origin}/api/sessions/${waiting.sessionId}`;
      expect((await fetch(address, { method: 'DELETE' })).status).toBe(204);
      desk.answerer.script({ deltas: ['Shall I?'], actions: [['cancel_order', ORDER]] });
      const other = await lost();
      desk.clock.advance(MINUTE_MS + 1);
      await services().proposals.endLost();
      const { messages } = await read(other.waiting.sessionId);
      expect(messages.at(-1)?.content).toMatch(unclear);
      await Promise.all([end(), other.end()]);
    });
  });
});
