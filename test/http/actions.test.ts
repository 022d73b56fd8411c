import { createRemoteJWKSet, jwtVerify } from 'jose';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  ActionReply,
  ActionsReply,
  TryActionReply,
  type ListedAction,
} from '../../src/actions/wire/actions.ts';
import { asked, cancelOrder, findOrder } from '../support/parts/order-actions.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { startOrderApi } from '../support/servers/order-api.ts';
import { startService } from '../support/service/service.ts';
import { memoryVault } from './support/memory-vault.ts';

const KEY = 'Bearer key-of-the-shop-umbrella';

describe('actions', () => {
  const vault = memoryVault();
  const api = freshFixture(startOrderApi);
  const service = sharedFixture(() => startService({ vault }));
  const admin = sharedFixture(() => registryAdmin(service));
  const assistant = freshFixture(() => admin.make());

  /** The values of all versions of headers in the vault; the key of tokens stays. */
  const headersInVault = () =>
    [...vault.secrets].filter(([name]) => name.startsWith('action-header-')).flatMap(([, values]) => values);
  beforeEach(() => {
    for (const name of vault.secrets.keys()) {
      if (name.startsWith('action-header-')) vault.secrets.delete(name);
    }
  });

  const path = (end = '') => `assistants/${assistant.id}/actions${end}`;
  const send = (method: string, end: string, body?: unknown, etag?: string) =>
    admin.send(method, path(end), body, etag === undefined ? {} : { 'if-match': etag });
  const create = async (edit: object = findOrder()): Promise<ListedAction> =>
    (await admin.answer(201, ActionReply, send('POST', '', edit))).action;
  const list = async () => (await admin.answer(200, ActionsReply, send('GET', ''))).actions;
  const ofApi = (more: object = {}) => findOrder({ url: `${api.origin}/orders/{order}`, ...more });
  const attempt = (body: object) => admin.answer(200, TryActionReply, send('POST', '/try', body));

  test('are made, listed, changed and removed, each at the version that was read', async () => {
    const made = await create();
    expect(made).toMatchObject({ name: 'find_order', secretHeaders: [], enabled: true });
    expect(await list()).toEqual([made]);
    const edit = findOrder({ title: 'Where is it?', enabled: false });
    expect(await send('PUT', `/${made.id}`, edit, '"other"')).toMatchObject(
      refusedWith(412, 'precondition-failed'),
    );
    const { action } = await admin.answer(200, ActionReply, send('PUT', `/${made.id}`, edit, made.etag));
    expect(await list()).toEqual([action]);
    expect(action).toMatchObject({ title: 'Where is it?', createdAt: made.createdAt });
    expect(await send('DELETE', `/${made.id}`, undefined, made.etag)).toMatchObject(
      refusedWith(412, 'precondition-failed'),
    );
    expect((await send('DELETE', `/${made.id}`, undefined, action.etag)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await send('DELETE', `/${made.id}`)).toMatchObject(refusedWith(404, 'not-found'));
  });

  test('are refused if their fields contradict each other or their name is used already', async () => {
    await create();
    const issuesOf = async (edit: object) => (await send('POST', '', edit)).body;
    expect(await issuesOf(findOrder({ url: 'https://{order}.example/' }))).toMatchObject({
      issues: [{ path: 'url' }, { path: 'name', message: 'is the name of another action' }],
    });
    const { confirmation: _question, ...change } = cancelOrder();
    expect(await issuesOf(change)).toMatchObject({ issues: [{ path: 'confirmation' }] });
    expect(await issuesOf({ ...findOrder(), name: 'Find order' })).toMatchObject({
      issues: [{ path: 'name' }],
    });
    expect(await list()).toHaveLength(1);
  });

  test('are listed in the order of creation, also within a millisecond', async () => {
    const still = await startService({ vault, clock: manualClock(Date.now()) });
    onTestFinished(() => still.close());
    const { id } = await registryAdmin(still).make();
    const names = Array.from({ length: 8 }, (_, number) => `find_${number}`);
    for (const name of names) await still.services.actions.create(id, findOrder({ name }));
    expect((await still.services.actions.list(id)).map(({ name }) => name)).toEqual(names);
  });

  test('are limited to 20 for each assistant', async () => {
    for (let number = 1; number <= 20; number++) {
      await service.services.actions.create(assistant.id, findOrder({ name: `find_${number}` }));
    }
    expect(await send('POST', '', findOrder())).toMatchObject(refusedWith(400, 'validation-failed'));
  });

  test('belong to an assistant, and are deleted with it and their secrets', async () => {
    const made = await create();
    await admin.answer(200, ActionReply, send('PUT', `/${made.id}/headers/Authorization`, { value: KEY }));
    expect(headersInVault()).toEqual([KEY]);
    expect((await admin.send('DELETE', `assistants/${assistant.id}`)).status).toBe(204);
    await expect.poll(headersInVault).not.toContain(KEY);
    expect(await service.services.actions.of(assistant.id)).toEqual([]);
    expect(await send('GET', '')).toMatchObject(refusedWith(404, 'assistant-not-found'));
    expect(await send('POST', '', findOrder())).toMatchObject(refusedWith(404, 'assistant-not-found'));
  });

  describe('a secret', () => {
    const withKey = async (edit: object = ofApi()) => {
      const { id } = await create(edit);
      const put = send('PUT', `/${id}/headers/Authorization`, { value: KEY });
      return (await admin.answer(200, ActionReply, put)).action;
    };

    test('is stored only in the vault, and only its header name is shown', async () => {
      const action = await withKey();
      expect(action.secretHeaders).toEqual(['Authorization']);
      const { body } = await send('GET', '');
      expect(JSON.stringify(body)).not.toMatch(/of-the-shop|brella|secretId/);
    });

    test('is sent with a call, and is hidden in the request and in the answer of the API', async () => {
      const { id } = await withKey();
      api.answerWith(401, { error: 'No such key: key-of-the-shop-umbrella', got: KEY });
      const tried = await attempt({ action: ofApi(), actionId: id, values: { order: '1' } });
      expect(api.requests.at(-1)?.headers['authorization']).toBe(KEY);
      expect(tried.request?.headers).toContainEqual({ label: 'Authorization', value: '•••' });
      expect(tried.answer).toMatchObject({ status: 401, reason: 'status', data: [] });
      expect(JSON.stringify(tried)).not.toMatch(/of-the-shop|brella/);
    });

    test('is not sent to another server, and is deleted if the action moves to one', async () => {
      const action = await withKey();
      const elsewhere = await startOrderApi();
      const edit = ofApi({ url: `${elsewhere.origin}/orders/{order}` });
      await attempt({ action: edit, actionId: action.id, values: { order: '1' } });
      expect(elsewhere.requests.at(-1)?.headers['authorization']).toBeUndefined();
      const { action: moved } = await admin.answer(200, ActionReply, send('PUT', `/${action.id}`, edit));
      expect(moved.secretHeaders).toEqual([]);
      await expect.poll(headersInVault).not.toContain(KEY);
      await elsewhere.close();
    });

    test('can be replaced and removed, and the old value is erased from the vault', async () => {
      const action = await withKey();
      const put = (name: string, value: unknown) => send('PUT', `/${action.id}/headers/${name}`, { value });
      const second = await admin.answer(200, ActionReply, put('authorization', 'another-key-0815'));
      expect(second.action.secretHeaders).toEqual(['authorization']);
      await expect.poll(headersInVault).not.toContain(KEY);
      const gone = send('DELETE', `/${action.id}/headers/AUTHORIZATION`);
      expect((await admin.answer(200, ActionReply, gone)).action.secretHeaders).toEqual([]);
      expect(await send('DELETE', `/${action.id}/headers/Authorization`)).toMatchObject(
        refusedWith(404, 'not-found'),
      );
      for (const [name, value] of [
        ['Host', 'evil.example'],
        ['X-Chat-Visitor', 'eyJhbGciOiJub25lIn0'],
        ['X-Key', 'two\r\nlines-of-text'],
        ['X-Key', 'schlüssel-des-ladens'],
        ['X-Key', 'short'],
        ['X%20Key', 'key-of-the-shop'],
      ] as const) {
        expect(await put(name, value)).toMatchObject(refusedWith(400, 'validation-failed'));
      }
    });

    test('is not saved while the vault is unavailable', async () => {
      const { id } = await create(ofApi());
      vault.mood = 'down';
      const put = await send('PUT', `/${id}/headers/X-Key`, { value: 'key-of-the-shop' });
      vault.mood = 'well';
      expect(put).toMatchObject(refusedWith(503, 'vault-unavailable'));
      expect((await list())[0]?.secretHeaders).toEqual([]);
    });
  });

  describe('a test call of an action', () => {
    const ANNA = { id: 'customer-7', email: 'anna@shop.example', claims: { tier: 'gold' } };
    const cancel = () => cancelOrder({ url: `${api.origin}/orders/{order}/cancel` });

    test('shows the request, the answer and the data that the assistant may use', async () => {
      api.answerWith(200, { status: 'sent', note: 'inner' });
      const { problems, request, answer } = await attempt({ action: ofApi(), values: { order: '10 423' } });
      expect(problems).toEqual([]);
      expect(request).toMatchObject({ method: 'GET', url: `${api.origin}/orders/10%20423` });
      expect(answer).toMatchObject({ status: 200, data: [{ label: 'Status', value: 'sent' }] });
      expect(answer?.body).toContain('"note": "inner"');
    });

    test('shows the sentence of a status, and the problems of wrong values', async () => {
      api.answerWith(404);
      const { answer } = await attempt({ action: ofApi(), values: { order: '1' } });
      expect(answer).toMatchObject({ status: 404, sentence: 'There is no such order.', data: [] });
      expect(await attempt({ action: ofApi(), values: {} })).toEqual({
        problems: ['Order number is missing.'],
      });
      expect(await attempt({ action: ofApi(), values: { order: '../x' } })).toEqual({
        problems: ['Order number has characters that are not allowed.'],
      });
      expect(await attempt({ action: cancel(), values: { order: '1' } })).toEqual({
        problems: ['This action is for verified visitors only.'],
      });
    });

    test('runs as the given test visitor, and values cannot change the identity', async () => {
      const tried = await attempt({ action: cancel(), values: { order: '1' }, visitor: ANNA });
      expect(tried.problems).toEqual([]);
      expect(api.requests.at(-1)).toMatchObject({
        method: 'POST',
        url: '/orders/1/cancel',
        body: '{"by":"customer-7","source":"chat"}',
        headers: { 'idempotency-key': expect.any(String), 'content-type': 'application/json' },
      });
      expect(
        await attempt({ action: cancel(), values: { order: '1', customer: 'customer-8' }, visitor: ANNA }),
      ).toEqual({ problems: ['“customer” is not a value of this action.'] });
      expect(api.requests).toHaveLength(1);
    });

    test('is refused for an unknown saved action', async () => {
      const body = { action: ofApi(), actionId: 'other', values: { order: '1' } };
      expect(await send('POST', '/try', body)).toMatchObject(refusedWith(404, 'not-found'));
    });

    test('sends a token with the visitor’s identity, which the public keys verify', async () => {
      await attempt({ action: cancel(), values: { order: '1' }, visitor: ANNA });
      const token = String(api.requests.at(-1)?.headers['x-chat-visitor']);
      const keys = createRemoteJWKSet(new URL(`${service.origin}/api/actions/keys`));
      const audience = new URL(api.origin).host;
      const { payload, protectedHeader } = await jwtVerify(token, keys, { audience, algorithms: ['ES256'] });
      expect(protectedHeader.alg).toBe('ES256');
      expect(payload).toMatchObject({
        sub: 'customer-7',
        email: 'anna@shop.example',
        email_verified: true,
        visitor_claims: { tier: 'gold' },
        test: true,
      });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60);
      const published = await (await service.get('/api/actions/keys')).text();
      expect(published).not.toContain('"d"');
    });
  });

  test('saves the parameters of an action, and refuses an invalid parameter name', async () => {
    const parameters = [asked('order', { type: { kind: 'choice', options: ['a'] } })];
    const made = await create(findOrder({ parameters }));
    expect(made.parameters).toEqual(parameters);
    expect(
      await send('POST', '', { ...findOrder(), parameters: [{ ...parameters[0], name: '1x' }] }),
    ).toMatchObject(refusedWith(400, 'validation-failed'));
  });
});
