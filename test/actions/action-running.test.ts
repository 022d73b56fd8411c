import { describe, expect, test } from 'vitest';
import { actionExchange } from '../../src/actions/action-exchange.ts';
import type { ActionCaller, UsableAction } from '../../src/actions/action-runner.ts';
import { cachedActionRunner } from '../../src/actions/cached-action-runner.ts';
import type { ActionRequest, ActionSubject } from '../../src/ports.ts';
import type { ActionReason } from '../../src/conversations/records/tried-action.ts';
import { AppError } from '../../src/core/errors.ts';
import { asked, cancelOrder, findOrder } from '../support/parts/order-actions.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';

const AT = '2026-11-20T17:24:00.000Z';
const WIDGET = { id: 'widget-1', name: 'Shop', primaryDomain: 'shop.example' };
const ANNA = { subject: 'customer-7', name: 'Anna', email: 'anna@shop.example', emailVerified: true };
const signal = new AbortController().signal;

const stored = (edit: ReturnType<typeof findOrder>, more: Partial<UsableAction> = {}): UsableAction => ({
  ...edit,
  id: edit.name,
  etag: '"1"',
  secretHeaders: [],
  createdAt: AT,
  updatedAt: AT,
  ...more,
});
const anonymous: ActionCaller = { session: { sessionId: 's-1', widget: WIDGET } };
const anna: ActionCaller = {
  session: { ...anonymous.session, visitor: ANNA, visitorIssuer: 'https://shop.example' },
};

type WithoutDuration =
  | { kind: 'answered'; status: number; body: unknown }
  | { kind: 'failed'; reason: ActionReason; status?: number };

/** A runner over actions in memory, with an API that answers 200. */
function runner() {
  const actions: UsableAction[] = [];
  const sent: ActionRequest[] = [];
  const api: { answer: WithoutDuration } = {
    answer: { kind: 'answered', status: 200, body: { status: 'sent' } },
  };
  const subjects: { subject: ActionSubject; audience: string }[] = [];
  let reads = 0;
  const vault = { isDown: false };
  const exchange = actionExchange({
    actionCalls: {
      call(request) {
        sent.push(request);
        return Promise.resolve({ ...api.answer, durationMs: 12 });
      },
    },
    actionTokens: {
      sign(subject, audience) {
        subjects.push({ subject, audience });
        return Promise.resolve('header.payload.signature');
      },
      publicKeys: () => Promise.resolve({ keys: [] }),
    },
    secrets: {
      read: () =>
        vault.isDown
          ? Promise.reject(new AppError('vault-unavailable'))
          : Promise.resolve({ 'X-Key': 'secret' }),
    },
  });
  const running = cachedActionRunner({
    clock: manualClock(),
    exchange,
    actions: {
      of() {
        reads++;
        return Promise.resolve(actions);
      },
      find: (_assistantId, id) => Promise.resolve(actions.find((action) => action.id === id)),
    },
    assistantWithActions: (id) => Promise.resolve(actions.length > 0 ? (id ?? 'default') : undefined),
    conversationKey: () => Promise.resolve(new Uint8Array(32)),
  });
  return { ...running, actions, api, sent, subjects, vault, reads: () => reads };
}

describe('the actions that a caller may use', () => {
  const it = freshFixture(runner);
  const names = async (caller: ActionCaller) => (await it.usableBy(caller)).map(({ name }) => name);

  test('are listed without a read of the store if the assistant has none', async () => {
    expect(await names(anna)).toEqual([]);
    expect(it.reads()).toBe(0);
  });

  test('are the enabled ones for this visitor, widget and caller', async () => {
    it.actions.push(
      stored(findOrder()),
      stored(cancelOrder()),
      stored(findOrder({ name: 'off_one', enabled: false })),
      stored(findOrder({ name: 'for_visitors', forAgents: false })),
      stored({ ...findOrder(), name: 'elsewhere', widgets: ['widget-2'] }),
      stored({ ...findOrder(), name: 'here', widgets: ['widget-1'] }),
      stored(findOrder(), { id: 'twin' }),
    );
    expect(await names(anonymous)).toEqual(['find_order', 'for_visitors', 'here']);
    expect(await names(anna)).toEqual(['find_order', 'cancel_order', 'for_visitors', 'here']);
    expect(await names({ ...anna, agent: { oid: 'agent-1' } })).toEqual([
      'find_order',
      'cancel_order',
      'here',
    ]);
    expect(await names({ session: { sessionId: 's-2' } })).toEqual(['find_order', 'for_visitors']);
    expect(it.reads()).toBe(1);
  });
});

describe('a prepared action', () => {
  const it = freshFixture(runner);

  test('has its question and the values that are shown', () => {
    const prepared = it.prepare(stored(cancelOrder()), { order: '10423' }, anna);
    expect(prepared).toMatchObject({
      prepared: {
        values: { order: '10423' },
        question: 'Cancel order 10423?',
        shown: [{ label: 'Order number', value: '10423' }],
      },
    });
  });

  test.each<[string, unknown, ActionCaller]>([
    ['the identity from the prompt', { order: '1', customer: 'anna@shop.example' }, anna],
    ['a visitor who is not verified', { order: '1' }, anonymous],
    ['a value that changes the path', { order: '../customers' }, anna],
    ['values that are not an object', '{"order":"1"}', anna],
  ])('is refused for %s', (_case, values, caller) => {
    expect(it.prepare(stored(cancelOrder()), values, caller)).toEqual({ problems: [expect.any(String)] });
  });
});

describe('a run', () => {
  const it = freshFixture(runner);
  function prepared(action: UsableAction, caller = anna, values: unknown = { order: '10423' }) {
    const made = it.prepare(action, values, caller);
    if ('problems' in made) throw new Error(made.problems.join());
    return made.prepared;
  }

  test('of a lookup calls the API as the visitor, and returns the chosen fields', async () => {
    const run = await it.run(prepared(stored(findOrder())), anna, { signal, idempotencyKey: 'k-1' });
    expect(run).toEqual({
      tried: {
        name: 'find_order',
        title: 'Track an order',
        outcome: 'answered',
        status: 200,
        durationMs: 12,
      },
      data: [{ label: 'Status', value: 'sent' }],
    });
    expect(it.sent[0]).toMatchObject({ url: 'https://api.shop.example/orders/10423' });
    expect(it.sent[0]?.headers).not.toHaveProperty('idempotency-key');
    expect(it.subjects).toEqual([
      {
        audience: 'api.shop.example',
        subject: {
          visitor: {
            issuer: 'https://shop.example',
            subject: 'customer-7',
            email: 'anna@shop.example',
            claims: {},
          },
          conversation: expect.stringMatching(/^[\w-]{43}$/),
        },
      },
    ]);
    expect(JSON.stringify(it.subjects)).not.toContain('s-1');
  });

  test.each<[string, () => UsableAction, ActionReason, string]>([
    ['a change that answers 200 with a text', () => stored(cancelOrder()), 'not-json', 'answered'],
    ['a change that answers 200 with too much', () => stored(cancelOrder()), 'too-long', 'answered'],
    ['a lookup without fields', () => stored(findOrder({ fields: [] })), 'not-json', 'answered'],
    ['a lookup whose fields are needed', () => stored(findOrder()), 'not-json', 'failed'],
    ['a change that redirects', () => stored(cancelOrder()), 'redirect', 'failed'],
  ])('of %s has its outcome', async (_what, actionOf, reason, outcome) => {
    const action = actionOf();
    it.actions.push(action);
    it.api.answer = { kind: 'failed', reason, status: reason === 'redirect' ? 302 : 200 };
    expect((await it.run(prepared(action), anna, { signal })).tried).toMatchObject({ outcome, reason });
  });

  test('of a lookup whose answer has none of the fields reports that nothing was found', async () => {
    it.api.answer = { kind: 'answered', status: 200, body: { orders: [] } };
    expect(await it.run(prepared(stored(findOrder())), anna, { signal })).toMatchObject({
      data: [],
      foundNothing: true,
    });
  });

  test.each([
    ['a change', 502, 'failed', cancelOrder],
    ['a change', 500, 'failed', cancelOrder],
    ['a change', 409, 'refused', cancelOrder],
    ['a lookup', 502, 'refused', findOrder],
  ] as const)(
    'of %s whose API answers with status %s has the outcome %s',
    async (_kind, status, outcome, edit) => {
      it.api.answer = { kind: 'answered', status, body: {} };
      const action = stored({ ...edit(), statuses: [] });
      it.actions.push(action);
      const { tried } = await it.run(prepared(action), anna, { signal, idempotencyKey: 'k-1' });
      expect(tried).toMatchObject({ outcome, status });
    },
  );

  test('by an agent sends the agent and the identity of the visitor', async () => {
    const agent = { oid: 'agent-1' };
    await it.run(prepared(stored(findOrder())), { ...anna, agent }, { signal });
    expect(it.subjects[0]?.subject).toMatchObject({ agent, visitor: { subject: 'customer-7' } });
  });

  test('of a change runs the proposed version, with its idempotency key', async () => {
    const action = stored(cancelOrder());
    it.actions.push(action);
    const run = await it.run(prepared(action), anna, { signal, idempotencyKey: 'k-1' });
    expect(run.tried.outcome).toBe('answered');
    expect(it.sent[0]?.headers).toMatchObject({
      'idempotency-key': 'k-1',
      'x-chat-visitor': expect.any(String),
    });
  });

  test.each<[string, (action: UsableAction) => UsableAction[]]>([
    ['changed', (action) => [{ ...action, etag: '"2"' }]],
    ['switched off', (action) => [{ ...action, enabled: false }]],
    ['removed', () => [stored(findOrder())]],
  ])('of a change that was %s after the proposal sends no request', async (_case, after) => {
    const action = stored(cancelOrder());
    const ready = prepared(action);
    it.actions.push(...after(action));
    expect((await it.run(ready, anna, { signal })).tried).toMatchObject({
      outcome: 'refused',
      reason: 'changed',
    });
    expect(it.sent).toEqual([]);
  });

  test('of a change sends no request if the visitor is no longer the verified one', async () => {
    const action = stored(cancelOrder());
    it.actions.push(action);
    const run = await it.run(prepared(action), anonymous, { signal });
    expect(run.tried).toMatchObject({ outcome: 'refused', reason: 'not-verified' });
    expect(it.sent).toEqual([]);
  });

  test('sends no request if the e-mail address is not verified', async () => {
    const action = stored({
      ...findOrder({ parameters: [asked('order', { source: { from: 'visitor', claim: 'email' } })] }),
      audience: 'verified',
    });
    const ready = prepared(action, anna, {});
    const session = { ...anna.session, visitor: { ...ANNA, emailVerified: false } };
    expect((await it.run(ready, { session }, { signal })).tried).toMatchObject({
      outcome: 'refused',
      reason: 'not-verified',
    });
    expect(it.sent).toEqual([]);
  });

  test('sends no request if the secrets cannot be read', async () => {
    it.vault.isDown = true;
    const run = await it.run(prepared(stored(findOrder())), anna, { signal });
    expect(run.tried).toMatchObject({ outcome: 'refused', reason: 'secrets-unavailable' });
    expect(it.sent).toEqual([]);
  });

  test('that is aborted throws the reason of its caller', async () => {
    const aborted = AbortSignal.abort(new Error('The turn has ended.'));
    await expect(it.run(prepared(stored(findOrder())), anna, { signal: aborted })).rejects.toThrow(
      'The turn',
    );
    expect(it.sent).toEqual([]);
  });
});
