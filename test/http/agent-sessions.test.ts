import { beforeAll, describe, expect, test } from 'vitest';
import { AgentSessionReply, AgentSessionsReply } from '../../src/desk/wire/agent.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';

describe('the agents’ list', () => {
  const ids: Record<string, string> = {};

  const desk = sharedFixture(() =>
    startAgentService({ settings: { ALLOWED_ORIGINS: 'https://shop.example,*' } }),
  );
  const mia = sharedFixture(() => desk.agent('Mia'));
  const lee = sharedFixture(() => desk.agent('Lee'));
  beforeAll(async () => {
    const begin = async (name: string, state: 'open' | 'human_requested') => {
      ids[name] = await desk.conversation(state, `I am ${name}`);
      desk.clock.advance(60_000);
    };
    await begin('old', 'open');
    await begin('waits longest', 'human_requested');
    await begin('waits', 'human_requested');
    await begin('of Mia', 'open');
    await begin('of Lee', 'open');
    await begin('closed', 'open');
    await mia.post(`/api/agent/sessions/${ids['of Mia']}/claim`);
    await lee.post(`/api/agent/sessions/${ids['of Lee']}/claim`);
    await mia.post(`/api/agent/sessions/${ids['closed']}/claim`);
    await mia.post(`/api/agent/sessions/${ids['closed']}/close`);
    desk.clock.advance(60_000);
    await desk.visitor('/api/chat', { sessionId: ids['old'], message: 'Still there?' });
  });

  async function list(query = '', agent = mia) {
    const { status, body } = await agent.get(`/api/agent/sessions${query}`);
    expect(status).toBe(200);
    return AgentSessionsReply.parse(body);
  }

  async function names(query = '', agent = mia): Promise<string[]> {
    const { sessions } = await list(query, agent);
    return sessions.map(({ sessionId }) => Object.keys(ids).find((name) => ids[name] === sessionId) ?? '?');
  }

  test('the list begins with conversations that wait for an agent, longest wait first', async () => {
    expect(await names()).toEqual(['waits longest', 'waits', 'old', 'closed', 'of Lee', 'of Mia']);
  });

  test.each([
    ['?status=open', ['old']],
    ['?status=human_requested', ['waits longest', 'waits']],
    ['?status=claimed', ['of Lee', 'of Mia']],
    ['?status=closed', ['closed']],
    ['?status=claimed&claimedBy=me', ['of Mia']],
    ['?claimedBy=nobody', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('claimedBy is an oid, or `me` for the caller', async () => {
    expect(await names(`?claimedBy=${lee.oid}`)).toEqual(['of Lee']);
    expect(await names('?claimedBy=me', lee)).toEqual(['of Lee']);
  });

  test.each([
    '?status=lost',
    '?limit=0',
    '?limit=201',
    '?limit=x',
    '?limit=-1',
    '?limit=1.5',
    '?cursor=made-up',
  ])('the query %s is answered with 400', async (query) => {
    expect(await mia.get(`/api/agent/sessions${query}`)).toMatchObject(refusedWith(400, 'validation-failed'));
  });

  test('a session has the preview of its last message, and its origin if one was recorded', async () => {
    const response = await fetch(`${desk.service.origin}/api/chat`, {
      method: 'POST',
      headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'long '.repeat(50) }),
    });
    expect(response.status).toBe(200);
    const { sessions } = await list('?status=open');
    const [newest, older] = sessions;
    expect(newest).toMatchObject({
      origin: 'https://shop.example',
      sourceDomain: 'shop.example',
      preview: 'Hello there.',
    });
    expect(older).not.toHaveProperty('origin');
    expect(older).not.toHaveProperty('sourceDomain');
    const ofShop = await list('?sourceDomain=shop.example&status=open');
    expect(ofShop.sessions.map(({ sessionId }) => sessionId)).toEqual([newest?.sessionId]);
    expect((await list('?sourceDomain=help.example')).sessions).toEqual([]);
  });

  test('a single conversation has the page and language of its visitor', async () => {
    const { body } = await desk.visitor('/api/chat', {
      message: 'Guten Tag',
      pageUrl: 'https://shop.example/basket?step=2',
      locale: 'de-AT',
    });
    const { sessionId } = body as { sessionId: string };
    const read = await mia.get(`/api/agent/sessions/${sessionId}`);
    expect(read.status).toBe(200);
    expect(AgentSessionReply.parse(read.body).session).toMatchObject({
      sessionId,
      pageUrl: 'https://shop.example/basket?step=2',
      locale: 'de-AT',
      preview: 'Hello there.',
      pages: [{ url: 'https://shop.example/basket?step=2' }],
    });
    expect(await mia.get('/api/agent/sessions/11111111-1111-4111-8111-111111111111')).toMatchObject(
      refusedWith(404, 'session-not-found'),
    );
  });
});
