import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ActionFormReply,
  AgentActionReply,
  AgentActionsReply,
} from '../../src/actions/wire/visitor-actions.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { answeredRun, LIST_ORDERS, standInActions, usable } from '../support/ports/stand-in-actions.ts';
import { refusedWith } from '../support/refusal.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const ORDER = { orderNumber: '10423' };
const FORM = { name: 'find_order', values: ORDER };
const CHANGE = { name: 'cancel_order', values: ORDER };

describe('the form of an action', () => {
  const actions = standInActions();
  const desk = sharedFixture(() => startAgentService({ actionRunner: actions }));
  const mia = sharedFixture(() => desk.agent('Mia'));
  const bo = sharedFixture(() => desk.agent('Bo'));
  beforeEach(() => {
    actions.reset();
    desk.answerer.script({ deltas: ['Hello.'] });
  });

  const submit = (body: object) => desk.visitor('/api/chat/actions', { ...body });

  test('is stored as the visitor’s message, and its result as the answer, without a model call', async () => {
    const sessionId = await desk.conversation();
    const asked = desk.answerer.calls.length;
    const { message, reply } = ActionFormReply.parse((await submit({ sessionId, ...FORM })).body);
    expect(message).toMatchObject({
      role: 'visitor',
      seq: 3,
      content: 'Track an order\n\nOrder number: 10423',
    });
    expect(reply).toMatchObject({
      role: 'assistant',
      seq: 4,
      content: '- Status: Shipped',
      resultOf: 'Track an order',
    });
    expect(desk.answerer.calls).toHaveLength(asked);
    expect(await desk.service.session(sessionId)).toMatchObject({ actionCalls: 1, messageCount: 4 });
  });

  test('runs its action once, and a repeated request gets the same reply', async () => {
    const sessionId = await desk.conversation();
    const body = { sessionId, ...FORM, clientMessageId: randomUUID() };
    const [first, second] = [(await submit(body)).body, (await submit(body)).body];
    expect(ActionFormReply.parse(second)).toEqual(ActionFormReply.parse(first));
    expect(actions.runs).toHaveLength(1);
  });

  test('proposes a change, which runs only after the visitor confirms it', async () => {
    const sessionId = await desk.conversation();
    const { reply } = ActionFormReply.parse((await submit({ sessionId, ...CHANGE })).body);
    expect(reply).toMatchObject({ content: 'Cancel order 10423?', proposal: { state: 'waiting' } });
    expect(actions.runs).toEqual([]);
    const decision = { sessionId, messageId: reply.id, decision: 'confirm' };
    await desk.visitor(`/api/chat/proposals/${reply.proposal?.id}`, decision);
    expect(actions.runs).toMatchObject([{ name: 'cancel_order', values: ORDER }]);
  });

  test.each([
    ['wrong values', { ...FORM, values: { orderNumber: '1' } }, 400, 'validation-failed'],
    [
      'a value of the identity',
      { ...FORM, values: { ...ORDER, email: 'a@b.example' } },
      400,
      'validation-failed',
    ],
    ['an unknown action', { ...FORM, name: 'delete_all' }, 404, 'action-not-found'],
  ] as const)('with %s is refused, and stores nothing', async (_case, body, status, code) => {
    const sessionId = await desk.conversation();
    expect(await submit({ sessionId, ...body })).toMatchObject(refusedWith(status, code));
    expect(await desk.service.session(sessionId)).toMatchObject({ messageCount: 2 });
    expect(actions.runs).toEqual([]);
  });

  test('is refused in a claimed or closed conversation', async () => {
    const sessionId = await desk.conversation();
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    expect(await submit({ sessionId, ...FORM })).toMatchObject(refusedWith(409, 'agent-has-joined'));
    await mia.post(`/api/agent/sessions/${sessionId}/close`);
    expect(await submit({ sessionId, ...FORM })).toMatchObject(refusedWith(409, 'session-closed'));
    expect(actions.runs).toEqual([]);
  });

  test('is refused after twenty calls of its conversation', async () => {
    const sessionId = await desk.conversation();
    for (let call = 0; call < 20; call++) {
      expect(await submit({ sessionId, ...FORM })).toMatchObject({ status: 200 });
    }
    expect(await submit({ sessionId, ...FORM })).toMatchObject(refusedWith(409, 'action-limit'));
  });

  test('is passed to the model later as data that cannot close its markup', async () => {
    const sessionId = await desk.conversation();
    await submit({ sessionId, ...FORM });
    await desk.visitor('/api/chat', { sessionId, message: 'Thanks' });
    expect(desk.answerer.calls.at(-1)?.history.map(({ resultOf }) => resultOf)).toEqual([
      ...[undefined, undefined, undefined, 'Track an order', undefined],
    ]);
  });

  test('runs a lookup for an agent as the visitor, and shows the result only to agents', async () => {
    const sessionId = await desk.conversation();
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    const path = `/api/agent/sessions/${sessionId}/actions`;
    const { actions: listed } = AgentActionsReply.parse((await mia.get(path)).body);
    expect(listed.map(({ name, changes }) => [name, changes])).toEqual([
      ['find_order', false],
      ['cancel_order', true],
    ]);
    const { result } = AgentActionReply.parse((await mia.post(path, FORM)).body);
    expect(result?.data).toEqual([{ label: 'Status', value: 'Shipped' }]);
    expect(actions.runs).toMatchObject([{ caller: { session: { sessionId }, agent: { oid: mia.oid } } }]);
    expect(await desk.service.session(sessionId)).toMatchObject({ messageCount: 2 });
  });

  test('has the visitor’s orders as choices for the agent who has claimed the conversation', async () => {
    const sessionId = await desk.conversation();
    const path = `/api/agent/sessions/${sessionId}/actions?form=find_order`;
    const orders = [
      { label: 'Order number', value: '10423', item: '1' },
      { label: 'Item', value: 'Tern e-bike', item: '1' },
    ];
    actions.list.push(usable(LIST_ORDERS));
    actions.answer = (run) => ({ ...answeredRun(run), data: orders });
    const fieldsFor = async (agent: typeof mia) =>
      AgentActionsReply.parse((await agent.get(path)).body).actions[0]?.fields;
    expect(await fieldsFor(mia)).toMatchObject([{ type: 'text' }]);
    expect(actions.runs).toEqual([]);
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    const choice = { type: 'choice', options: ['10423'], optionLabels: ['10423 · Tern e-bike'] };
    expect(await fieldsFor(mia)).toMatchObject([choice]);
    expect(actions.runs).toMatchObject([{ name: 'list_orders', caller: { agent: { oid: mia.oid } } }]);
    actions.answer = ({ name }) => ({
      tried: { name, title: 'Your orders', outcome: 'failed', reason: 'timeout', durationMs: 9 },
      data: [],
    });
    expect(await fieldsFor(mia)).toMatchObject([{ type: 'text' }]);
  });

  test('proposes an agent’s change to the visitor, only from the agent who has claimed the conversation', async () => {
    const sessionId = await desk.conversation();
    const path = `/api/agent/sessions/${sessionId}/actions`;
    expect(await mia.post(path, CHANGE)).toMatchObject(refusedWith(403, 'not-session-owner'));
    await mia.post(`/api/agent/sessions/${sessionId}/claim`);
    expect(await bo.post(path, FORM)).toMatchObject(refusedWith(403, 'not-session-owner'));
    const { message } = AgentActionReply.parse((await mia.post(path, CHANGE)).body);
    expect(message).toMatchObject({
      role: 'agent',
      content: 'Cancel order 10423?',
      proposal: { state: 'waiting' },
    });
    expect(actions.runs).toEqual([]);
    const decision = { sessionId, messageId: message?.id, decision: 'confirm' };
    const confirmed = await desk.visitor(`/api/chat/proposals/${message?.proposal?.id}`, decision);
    expect(confirmed).toMatchObject({ status: 200, body: { proposal: { state: 'done' } } });
    expect(actions.runs).toMatchObject([{ name: 'cancel_order', values: ORDER }]);
  });
});
