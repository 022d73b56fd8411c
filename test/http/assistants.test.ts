import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { AssistantReply } from '../../src/assistants/wire/assistants.ts';
import { SourcesReply } from '../../src/websites/wire/sources.ts';
import { refusedWith } from '../support/refusal.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { MIA, registryAdmin } from '../support/clients/registry.ts';
import { startService } from '../support/service/service.ts';

describe('assistants', () => {
  const service = sharedFixture(() => {
    const settings = { ASSISTANT_NAME: 'Ada', ASSISTANT_INSTRUCTIONS: 'Be brief.' };
    return startService({ settings });
  });
  const admin = sharedFixture(() => registryAdmin(service));
  afterEach(async () => {
    await admin.chooseFirst();
    for (const { id } of (await admin.widgets()).widgets) await admin.send('DELETE', `widgets/${id}`);
    for (const { id } of (await admin.assistants()).assistants) {
      if (id !== 'default') await admin.send('DELETE', `assistants/${id}`);
    }
  });

  test('the built-in assistant starts with the values of the settings and is the default at first', async () => {
    const { assistants, models, folders } = await admin.assistants();
    expect(assistants).toMatchObject([
      { id: 'default', isDefault: true, name: 'Ada', instructions: 'Be brief.' },
    ]);
    expect([models, folders]).toEqual([false, []]);
  });

  test('a new assistant has the given values and otherwise defaults, and Location has its address', async () => {
    const { status, headers, body } = await admin.send('POST', 'assistants', MIA);
    expect(status).toBe(201);
    const { assistant } = AssistantReply.parse(body);
    expect(assistant).toMatchObject({
      ...MIA,
      isDefault: false,
      greeting: '',
      knowledge: { kind: 'documents' },
      documents: [],
      handoff: 'when-unsure',
    });
    expect(headers.get('etag')).toBe(assistant.etag);
    expect(headers.get('location')).toBe(`/api/assistants/${assistant.id}`);
    expect(await admin.assistant(assistant.id)).toEqual(assistant);
  });

  test('the list begins with the built-in assistant, followed by the others by name', async () => {
    for (const name of ['Zoe', 'Äna', 'Bo']) await admin.make({ name });
    const names = (await admin.assistants()).assistants.map(({ name }) => name);
    expect(names).toEqual(['Ada', 'Äna', 'Bo', 'Zoe']);
  });

  test('exactly one assistant is the default, and an edit without isDefault does not change that', async () => {
    const mia = await admin.make({ isDefault: true });
    expect(mia.isDefault).toBe(true);
    const bo = await admin.make({ name: 'Bo', isDefault: true });
    const defaults = async () =>
      (await admin.assistants()).assistants.filter(({ isDefault }) => isDefault).map(({ id }) => id);
    expect(await defaults()).toEqual([bo.id]);
    await admin.send('PUT', `assistants/${bo.id}`, { ...MIA, name: 'Bob' });
    expect(await defaults()).toEqual([bo.id]);
    expect(await admin.chooseFirst()).toMatchObject({ id: 'default', isDefault: true, name: 'Ada' });
    expect(await defaults()).toEqual(['default']);
  });

  test('the built-in assistant can be edited and have documents, but cannot be deleted', async () => {
    const first = await startService({ settings: { ASSISTANT_NAME: 'Ada' } });
    try {
      const its = registryAdmin(first);
      const { etag } = await its.upload('default', 'a.md', '# A');
      expect((await its.assistant('default')).name).toBe('Ada');
      const put = (name: string, version: string) =>
        its.send('PUT', 'assistants/default', { ...MIA, name }, { 'if-match': version });
      expect((await put('Eve', etag)).status).toBe(200);
      expect((await put('Late', etag)).status).toBe(412);
      const eve = await its.assistant('default');
      expect(eve).toMatchObject({ name: 'Eve', isDefault: true, documents: [{ name: 'a.md' }] });
      expect((await its.send('DELETE', 'assistants/default/documents/a.md')).status).toBe(204);
      expect((await its.assistant('default')).documents).toEqual([]);
      expect(await its.send('DELETE', 'assistants/default')).toMatchObject(
        refusedWith(409, 'assistant-first'),
      );
    } finally {
      await first.close();
    }
  });

  test('an assistant with a folder has a source with a problem if the deployment has no such folder', async () => {
    const sourcesOf = async (knowledge?: object) => {
      const { id } = await admin.make(knowledge && { knowledge });
      await admin.upload(id, 'a.md', '# A');
      const { sources } = await admin.answer(
        200,
        SourcesReply,
        admin.send('GET', `assistants/${id}/sources`),
      );
      return sources.map(({ kind, count, problem }) => [kind, count, problem]);
    };
    const own = [
      ['files', 1, undefined],
      ['answers', 0, undefined],
    ];
    expect(await sourcesOf()).toEqual(own);
    for (const folder of ['', 'shop']) {
      expect(await sourcesOf({ kind: 'folder', folder })).toEqual([['folder', 0, 'no-folder'], ...own]);
    }
  });

  test('an edit of an outdated version is refused', async () => {
    const { id, etag } = await admin.make();
    const put = (name: string, version: string) =>
      admin.send('PUT', `assistants/${id}`, { ...MIA, name }, { 'if-match': version });
    expect((await put('First', etag)).status).toBe(200);
    const late = await put('Late', etag);
    expect([late.status, late.body]).toMatchObject([412, { error: 'precondition-failed' }]);
    const { name, etag: newest } = await admin.assistant(id);
    expect(name).toBe('First');
    expect((await admin.send('DELETE', `assistants/${id}`, undefined, { 'if-match': etag })).status).toBe(
      412,
    );
    expect((await admin.send('DELETE', `assistants/${id}`, undefined, { 'if-match': newest })).status).toBe(
      204,
    );
  });

  test('an edit is refused with 412 if the assistant has become or stopped being the default since it was read', async () => {
    const mia = await admin.make({ isDefault: true });
    await admin.chooseFirst();
    const edit = { ...MIA, isDefault: true };
    const late = await admin.send('PUT', `assistants/${mia.id}`, edit, { 'if-match': mia.etag });
    expect(late.status).toBe(412);
    expect((await admin.assistant('default')).isDefault).toBe(true);
  });

  test('an assistant that is the default or used by widgets cannot be deleted, and the error names the widgets', async () => {
    const { id } = await admin.make();
    const { widget } = await admin.register({ name: 'Shop', assistantId: id });
    await admin.register({ name: 'Blog', assistantId: id });
    const inUse = await admin.send('DELETE', `assistants/${id}`);
    const refusal = { error: 'assistant-in-use', widgets: ['Blog', 'Shop'] };
    expect([inUse.status, inUse.body]).toMatchObject([409, refusal]);
    for (const { id: used } of (await admin.widgets()).widgets) await admin.send('DELETE', `widgets/${used}`);
    expect(widget.assistantId).toBe(id);
    await admin.send('PUT', `assistants/${id}`, { ...MIA, isDefault: true });
    const isDefault = await admin.send('DELETE', `assistants/${id}`);
    expect([isDefault.status, isDefault.body]).toMatchObject([409, { widgets: [] }]);
    await admin.chooseFirst();
    expect((await admin.send('DELETE', `assistants/${id}`)).status).toBe(204);
  });

  test('an unknown assistant is answered with 404', async () => {
    const id = randomUUID();
    for (const [method, path, body] of [
      ['GET', `assistants/${id}`],
      ['PUT', `assistants/${id}`, MIA],
      ['DELETE', `assistants/${id}`],
      ['GET', `assistants/${id}/documents/a.md`],
      ['PUT', `assistants/${id}/documents/a.md`, { markdown: 'x' }],
      ['DELETE', `assistants/${id}/documents/a.md`],
    ] as const) {
      const { status, body: answer } = await admin.send(method, path, body);
      expect([status, answer], `${method} ${path}`).toMatchObject([404, { error: 'assistant-not-found' }]);
    }
  });

  test('documents are listed and replaced by name, and are deleted with the assistant', async () => {
    const { id, etag } = await admin.make({ knowledge: { kind: 'documents' } });
    await admin.upload(id, 'Preise und mehr.md', '# Preise');
    await admin.upload(id, 'große Liste.txt', 'x');
    const { documents, etag: after } = await admin.upload(id, 'große Liste.txt', 'twelve chars');
    expect(documents).toMatchObject([
      { name: 'große Liste.txt', characters: 12 },
      { name: 'Preise und mehr.md', characters: 8 },
    ]);
    // An open form in the meantime is no conflict.
    expect(after).toBe(etag);
    expect((await admin.assistants()).assistants[1]?.documents).toEqual(documents);
    const path = `assistants/${id}/documents/${encodeURIComponent('große Liste.txt')}`;
    expect((await admin.send('DELETE', path)).status).toBe(204);
    expect((await admin.send('DELETE', path)).body).toMatchObject({ error: 'not-found' });
    expect((await admin.assistant(id)).documents).toHaveLength(1);
    await admin.send('DELETE', `assistants/${id}`);
    expect(await service.services.assistants.find(id)).toBeUndefined();
  });

  test('a document is returned unchanged, as text that a browser does not render as a page', async () => {
    const { id } = await admin.make({ knowledge: { kind: 'documents' } });
    const markdown = '# Größen\n\n<script>alert(1)</script>';
    await admin.upload(id, 'große Liste.md', markdown);
    const path = (name: string) => `/api/assistants/${id}/documents/${encodeURIComponent(name)}`;
    const response = await service.get(path('große Liste.md'));
    expect([response.status, await response.text()]).toEqual([200, markdown]);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const missing = await service.get(path('andere.md'));
    expect([missing.status, await missing.json()]).toMatchObject([404, { error: 'not-found' }]);
    expect((await service.get('/api/assistants/default/documents/a.md')).status).toBe(404);
  });

  test.each(['a.exe', '.md', '../a.md', 'a/b.md', 'a\\b.md', `${'x'.repeat(101)}.md`, 'a\u0000.md'])(
    'a document cannot have the name %j',
    async (name) => {
      const { id } = await admin.make();
      const path = `assistants/${id}/documents/${encodeURIComponent(name)}`;
      const { status } = await admin.send('PUT', path, { markdown: 'x' });
      expect([400, 404]).toContain(status);
      expect((await admin.assistant(id)).documents).toEqual([]);
    },
  );

  test.each([
    [{ name: '' }, 'name'],
    [{ instructions: 'x'.repeat(20_001) }, 'instructions'],
    [{ greeting: 'x'.repeat(301) }, 'greeting'],
    [{ knowledge: { kind: 'folder', folder: '../secrets' } }, 'knowledge.folder'],
    [{ knowledge: { kind: 'folder', folder: '/etc' } }, 'knowledge.folder'],
    [{ knowledge: { kind: 'folder', folder: 'a/../b' } }, 'knowledge.folder'],
    [{ knowledge: { kind: 'folder', folder: 'a\\b' } }, 'knowledge.folder'],
    [{ knowledge: { kind: 'web' } }, 'knowledge.kind'],
    [{ model: 'a model' }, 'model'],
    [{ handoff: 'sometimes' }, 'handoff'],
  ])('%j is refused with the name of its field', async (about, path) => {
    const { status, body } = await admin.send('POST', 'assistants', { ...MIA, ...about });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation-failed', issues: [{ path }] });
  });
});
