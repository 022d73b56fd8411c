import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AgentSessionsReply, ColleaguesReply, NextReply } from '../../src/desk/wire/agent.ts';
import { startAgentService, type TestAgent } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { createWidget, SHOP, startWaitingConversation } from '../support/clients/registered-widgets.ts';
import { registryAdmin } from '../support/clients/registry.ts';

describe('agent groups of registered widgets', () => {
  const desk = sharedFixture(() => startAgentService({ settings: { PLAN_ID: 'growth' } }));
  const ana = sharedFixture(() => desk.agent('Ana', { roles: ['Sales'] }));
  const lee = sharedFixture(() => desk.agent('Lee', { groups: ['6F9619FF-8B86-D011-B42D-00CF4FC964FF'] }));
  const mia = sharedFixture(() => desk.agent('Mia', { _claim_names: { groups: 'src1' } }));

  const widget = (name: string, agentGroups?: string[]) =>
    createWidget(desk.service, { name, ...(agentGroups && { agentGroups }) });
  const waiting = (widgetId: string) => startWaitingConversation(desk.service, widgetId);

  async function list(agent: TestAgent, query = 'status=human_requested') {
    const { status, body } = await agent.get(`/api/agent/sessions?${query}`);
    expect(status).toBe(200);
    return AgentSessionsReply.parse(body);
  }
  const idsOf = ({ sessions }: AgentSessionsReply) => sessions.map(({ sessionId }) => sessionId);

  /** The list from a cursor on, one conversation a page. */
  async function paged(agent: TestAgent, from: string | undefined = ''): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined = from; cursor !== undefined;) {
      const page: AgentSessionsReply = await list(
        agent,
        `limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      ids.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    return ids;
  }

  test('the agents’ list is unchanged while no widget has groups', async () => {
    const first = await waiting(await widget('Plain'));
    const listed = await list(ana);
    expect(idsOf(listed)).toEqual([first]);
    expect(listed).not.toHaveProperty('ownWidgets');
    expect(await list(mia)).not.toHaveProperty('groupsLeftOut');
    expect(NextReply.parse((await ana.post('/api/agent/next')).body).session?.sessionId).toBe(first);
  });

  test('an agent is offered conversations that wait for their groups first, and then the others', async () => {
    const sales = await widget('Sales', ['sales']);
    const support = await widget('Support', ['6f9619ff-8b86-d011-b42d-00cf4fc964ff', 'Other']);
    const plain = await desk.conversation('human_requested');
    const forSupport = await waiting(support);
    const forSales = [await waiting(sales), await waiting(sales)];
    const urgent = forSales[1] ?? '';
    await lee.put(`/api/agent/sessions/${urgent}/urgent`, { urgent: true });

    const anas = await list(ana);
    expect(idsOf(anas)).toEqual([urgent, forSales[0], plain, forSupport]);
    expect(anas).toMatchObject({ ownWidgets: [sales] });
    expect(idsOf(await list(lee))).toEqual([forSupport, urgent, plain, forSales[0]]);
    const mias = await list(mia);
    expect(idsOf(mias)).toEqual([urgent, plain, forSupport, forSales[0]]);
    expect(mias).toMatchObject({ ownWidgets: [], groupsLeftOut: true });

    const everything = idsOf(await list(ana, 'limit=200'));
    expect(everything.slice(0, 4)).toEqual(idsOf(anas));
    expect(await paged(ana)).toEqual(everything);
    expect((await ana.get('/api/agent/sessions?cursor=own.no')).status).toBe(400);

    const taken: (string | undefined)[] = [];
    for (const agent of [lee, ana, ana, ana]) {
      taken.push(NextReply.parse((await agent.post('/api/agent/next')).body).session?.sessionId);
    }
    expect(taken).toEqual([forSupport, urgent, forSales[0], plain]);
  });

  test.each(['own', 'rest'])(
    'the agents’ list omits no conversation if groups change between its pages, in the %s part',
    async (part) => {
      const waitedLongest = await widget(`Repairs ${part}`);
      const own = await widget(`Leasing ${part}`, [`Leasing ${part}`]);
      const kim = desk.agent('Kim', { roles: [`Leasing ${part}`] });
      await waiting(waitedLongest);
      await waiting(own);
      if (part === 'own') await waiting(own);
      const first = await list(kim, 'limit=1');
      const named = { name: 'Repairs', primaryDomain: 'shop.example', allowedOrigins: [SHOP] };
      const changed = { ...named, agentGroups: [`Leasing ${part}`] };
      const saved = await registryAdmin(desk.service).send('PUT', `widgets/${waitedLongest}`, changed);
      expect(saved.status).toBe(200);
      const seen = new Set([...idsOf(first), ...(await paged(kim, first.nextCursor))]);
      expect(seen).toEqual(new Set(idsOf(await list(kim, 'limit=200'))));
    },
  );

  test('every agent can claim a conversation that waits for other groups', async () => {
    const forOthers = await waiting(await widget('Returns', ['Returns']));
    expect(await ana.post(`/api/agent/sessions/${forOthers}/claim`)).toMatchObject({ status: 200 });
  });

  test('a group has at most 200 characters, and a widget has at most 50 groups', async () => {
    const edit = { name: 'A', primaryDomain: 'shop.example', allowedOrigins: [SHOP] };
    for (const agentGroups of [[''], ['x'.repeat(201)], Array.from({ length: 51 }, (_, n) => `g${n}`)]) {
      expect((await desk.service.post('/api/widgets', { ...edit, agentGroups })).status).toBe(400);
    }
  });

  test('a conversation can be transferred to the agents of a widget, and waits for them first', async () => {
    const sales = await widget('Sales team', ['sales']);
    await widget('Nobody');
    const [other, sessionId] = [
      await desk.conversation('human_requested'),
      await desk.conversation('human_requested'),
    ];
    const { groups } = ColleaguesReply.parse((await lee.get('/api/agent/colleagues')).body);
    expect(groups).toContainEqual({ id: sales, name: 'Sales team' });
    expect(groups.map(({ name }) => name)).not.toContain('Nobody');
    await lee.post(`/api/agent/sessions/${sessionId}/claim`);
    const transfer = (body: object) => lee.post(`/api/agent/sessions/${sessionId}/transfer`, body);
    for (const wrong of [{}, { group: randomUUID() }, { group: sales, oid: ana.oid }]) {
      expect((await transfer(wrong)).status).toBe(400);
    }
    expect((await transfer({ group: sales })).body).toMatchObject({
      session: { status: 'human_requested', queuedFor: sales },
    });
    const ofBoth = async (agent: TestAgent) =>
      idsOf(await list(agent)).filter((id) => id === other || id === sessionId);
    expect(idsOf(await list(ana))[0]).toBe(sessionId);
    expect(await ofBoth(lee)).toEqual([other, sessionId]);
    const taken = NextReply.parse((await ana.post('/api/agent/next')).body).session;
    expect(taken).toMatchObject({ sessionId });
    expect(taken).not.toHaveProperty('queuedFor');
    await ana.post(`/api/agent/sessions/${sessionId}/close`);
    await lee.post(`/api/agent/sessions/${other}/claim`);
    await lee.post(`/api/agent/sessions/${other}/close`);
  });
});
