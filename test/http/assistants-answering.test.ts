import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CostReply } from '../../src/admin/wire/admin.ts';
import { TryReply } from '../../src/assistants/wire/assistants.ts';
import { startAgentService, type AgentService } from '../support/service/agent-service.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture, sharedFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { MIA, registryAdmin } from '../support/clients/registry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';
import { askToken, say } from '../support/clients/visitor.ts';

describe('the answering assistant', () => {
  const clock = freshFixture(() => movedClock());
  const answerer = freshFixture(() => scriptedAnswerer());
  const service = freshFixture(() => {
    const settings = { ASSISTANT_NAME: 'Ada', ASSISTANT_INSTRUCTIONS: 'Be brief.' };
    return startService({ answerer, clock, settings });
  });
  const admin = freshFixture(() => registryAdmin(service));

  const ask = async (widgetId?: string) => {
    const token = widgetId === undefined ? undefined : await askToken(service, widgetId);
    await say(service, token, { message: 'Hello?' });
    return answerer.calls.at(-1);
  };

  test('is the default assistant in every conversation whose widget has no initial AI agent', async () => {
    const about = { knowledge: { kind: 'folder', folder: 'shop' }, model: 'gpt-other', handoff: 'never' };
    await admin.make({ ...about, isDefault: true });
    const { widget } = await admin.register();
    const mia = { assistantName: 'Mia', instructions: MIA.instructions, ...about };
    expect(await ask()).toMatchObject(mia);
    expect(await ask(widget.id)).toMatchObject(mia);
  });

  test('is the initial AI agent of the widget, even if that is the built-in assistant', async () => {
    const mia = await admin.make();
    const { widget: shop } = await admin.register({ assistantId: mia.id });
    const { widget: blog } = await admin.register({ assistantId: 'default' });
    await admin.make({ name: 'Bo', isDefault: true });
    expect((await ask(shop.id))?.assistantName).toBe('Mia');
    expect((await ask(blog.id))?.assistantName).toBe('Ada');
    expect((await ask())?.assistantName).toBe('Bo');
  });

  test('stays the same in a conversation whose widget gets another AI agent, and uses its latest instructions', async () => {
    const mia = await admin.make();
    const { widget } = await admin.register({ assistantId: mia.id });
    const token = await askToken(service, widget.id);
    await say(service, token, { message: 'Hello?' });
    await admin.send('PUT', `widgets/${widget.id}`, { ...widget, assistantId: 'default' });
    await admin.send('PUT', `assistants/${mia.id}`, { ...MIA, instructions: 'Be long.' });
    await say(service, token, { message: 'Still there?' });
    expect(answerer.calls.at(-1)).toMatchObject({ assistantName: 'Mia', instructions: 'Be long.' });
  });

  test('answers from the documents that were uploaded for this assistant', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' }, isDefault: true });
    await admin.upload(id, 'b.md', '# B');
    await admin.upload(id, 'a.md', '# A');
    const before = (await ask())?.knowledge;
    await admin.upload(id, 'a.md', '# Another A');
    await admin.send('DELETE', `assistants/${id}/documents/b.md`);
    const after = (await ask())?.knowledge;
    if (before?.kind !== 'documents' || after?.kind !== 'documents') throw new Error('It asks a folder.');
    expect(await after.documents()).toEqual([{ name: 'a.md', markdown: '# Another A' }]);
    expect(after.key).not.toBe(before.key);
    expect((await ask())?.knowledge).toMatchObject({ key: after.key });
  });
});

test('drafts for agents are written by the AI agent of the conversation', async () => {
  const settings = { OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_MODEL: 'scripted' };
  const desk: AgentService = await startAgentService({ settings });
  const admin = registryAdmin(desk.service);
  const mia = await admin.make({ model: 'gpt-other' });
  const { widget } = await admin.register({ assistantId: mia.id });
  const { sessionId } = await say(desk.service, await askToken(desk.service, widget.id), { message: 'Hi' });
  for (const what of ['suggestion', 'summary']) {
    expect((await desk.agent('Kim').post(`/api/agent/sessions/${sessionId}/${what}`)).status).toBe(200);
    expect(desk.answerer.calls.at(-1)).toMatchObject({
      assistantName: 'Mia',
      model: 'gpt-other',
      purpose: 'draft',
    });
  }
  expect(desk.answerer.calls.at(-2)?.instructions).toMatch(/^You are Mia/);
  await desk.close();
});

describe('a trial of an assistant', () => {
  const knowledgeDir = knowledgeFolder({ 'shop/a.md': '# A', 'shop/returns/.keep': '' });
  const answerer = sharedFixture(() => scriptedAnswerer());
  const service = sharedFixture(() =>
    startService({
      answerer,
      settings: {
        KNOWLEDGE_DIR: knowledgeDir,
        OPENAI_BASE_URL: 'http://127.0.0.1:9',
        OPENAI_MODEL: 'scripted',
      },
    }),
  );
  const admin = sharedFixture(() => registryAdmin(service));

  const attempt = (request: object) => admin.send('POST', 'assistants/try', request);
  const history = [
    { role: 'visitor', content: 'Hello' },
    { role: 'assistant', content: 'Hello!' },
    { role: 'visitor', content: 'May I return it?' },
  ];

  test('answers with the unsaved settings, and returns the sources and the cost', async () => {
    const sources = [{ title: 'Returns', url: 'https://shop.example/returns' }];
    answerer.script({ deltas: ['Yes, ', 'you may.'], result: { sources, requestHuman: {} } });
    const draft = { ...MIA, handoff: 'when-asked', model: 'gpt-other' };
    const reply = await admin.answer(200, TryReply, attempt({ draft, history }));
    expect(reply).toEqual({
      content: 'Yes, you may.',
      sources,
      answered: true,
      requestsHuman: true,
      usage: { inputTokens: 120, outputTokens: 30, cost: (100 * 0.25 + 20 * 0.025 + 30 * 2) / 1e6 },
    });
    const asked = { assistantName: 'Mia', handoff: 'when-asked', model: 'gpt-other', history };
    expect(answerer.calls.at(-1)).toMatchObject(asked);
  });

  test('counts the tokens of a failed trial in the costs', async () => {
    const testsOf = async () => {
      const { lines } = CostReply.parse(await (await service.get('/api/cost')).json());
      return lines.find(({ purpose }) => purpose === 'tests');
    };
    const before = await testsOf();
    const usage = { inputTokens: 1000, outputTokens: 100, cachedInputTokens: 0 };
    answerer.script({ fails: 'broken-stream', used: { model: 'gpt-5-mini', usage } });
    expect((await attempt({ draft: MIA, history })).status).toBe(502);
    const cost = (1000 * 0.25 + 100 * 2) / 1e6;
    const after = await testsOf();
    expect(after).toMatchObject({
      requests: (before?.requests ?? 0) + 1,
      inputTokens: (before?.inputTokens ?? 0) + 1000,
      outputTokens: (before?.outputTokens ?? 0) + 100,
    });
    expect(after?.cost).toBeCloseTo((before?.cost ?? 0) + cost, 12);
  });

  test('uses only the documents of the edited assistant', async () => {
    const { id } = await admin.make();
    await admin.upload(id, 'a.md', '# A');
    const draft = { ...MIA, knowledge: { kind: 'documents' } };
    const documents = async (assistantId?: string) => {
      await attempt({ draft, history, ...(assistantId !== undefined && { assistantId }) });
      const knowledge = answerer.calls.at(-1)?.knowledge;
      return knowledge?.kind === 'documents' ? await knowledge.documents() : undefined;
    };
    expect(await documents(id)).toEqual([{ name: 'a.md', markdown: '# A' }]);
    expect(await documents()).toEqual([]);
    expect(await documents(randomUUID())).toEqual([]);
  });

  test('stores neither a conversation nor an assistant', async () => {
    const before = await admin.assistants();
    await attempt({ draft: MIA, history });
    expect(await admin.assistants()).toEqual(before);
    expect(await (await service.get('/api/sessions')).json()).toMatchObject({ sessions: [] });
  });

  test('is answered with 502 if the model is unavailable', async () => {
    answerer.script({ fails: 'unreachable' }, { deltas: ['Yes.'] });
    const { status, body } = await attempt({ draft: MIA, history });
    expect([status, body]).toMatchObject([502, { error: 'assistant-unavailable' }]);
  });

  test.each([
    [{ draft: MIA, history: [] }, 'history'],
    [{ draft: { ...MIA, name: '' }, history }, 'draft.name'],
    [{ draft: MIA, history: [{ role: 'system', content: 'x' }] }, 'history.0.role'],
    [{ draft: MIA, history, assistantId: 'x' }, 'assistantId'],
  ])('%j is refused with the name of its field', async (request, path) => {
    const { status, body } = await attempt(request);
    expect([status, body]).toMatchObject([400, { issues: [{ path }] }]);
  });

  test('offers the folders of the deployment, and a choice of models if a model is configured', async () => {
    expect(await admin.assistants()).toMatchObject({ folders: ['shop', 'shop/returns'], models: true });
  });
});
