import { describe, expect, test } from 'vitest';
import { AssistantReply, DraftReply, VersionsReply } from '../../src/assistants/wire/assistants.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusedWith } from '../support/refusal.ts';
import { MIA, registryAdmin } from '../support/clients/registry.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';
import { say } from '../support/clients/visitor.ts';

describe('the draft of an assistant', () => {
  const answerer = freshFixture(() => scriptedAnswerer());
  const service = freshFixture(() => startService({ answerer }));
  const admin = freshFixture(() => registryAdmin(service));

  const MADE = { knowledge: { kind: 'documents' }, isDefault: true };
  const draft = (id: string, about: object = {}, headers = {}) =>
    admin.send('PUT', `assistants/${id}/draft`, { ...MIA, ...MADE, ...about }, headers);
  const staged = (id: string, name: string, markdown: string) =>
    admin.send('PUT', `assistants/${id}/draft/documents/${name}`, { markdown });
  const texts = async () => {
    await say(service, undefined, { message: 'Hello?' });
    const { knowledge, instructions } = answerer.calls.at(-1) ?? {};
    if (knowledge?.kind !== 'documents') throw new Error('It asks a folder.');
    const documents = await knowledge.documents();
    return {
      instructions,
      documents: documents.map(({ name, markdown }) => `${name}: ${markdown}`).toSorted(),
    };
  };

  describe('draft changes', () => {
    test('have no effect for visitors until they are published together', async () => {
      const { id } = await admin.make(MADE);
      await admin.upload(id, 'a.md', 'A');
      await admin.upload(id, 'b.md', 'B');
      await admin.answer(200, DraftReply, draft(id, { instructions: 'Be kind.' }));
      await staged(id, 'a.md', 'Another A');
      await staged(id, 'c.md', 'C');
      const sent = admin.send('DELETE', `assistants/${id}/draft/documents/b.md`);
      const { draft: changed } = await admin.answer(200, DraftReply, sent);
      expect(changed.documents.map(({ name, change }) => [name, change])).toEqual([
        ['a.md', 'replaced'],
        ['b.md', 'removed'],
        ['c.md', 'added'],
      ]);
      expect(await texts()).toEqual({ instructions: MIA.instructions, documents: ['a.md: A', 'b.md: B'] });
      const publish = admin.send('POST', `assistants/${id}/draft/publish`, undefined, {
        'if-match': changed.etag,
      });
      await admin.answer(200, AssistantReply, publish);
      expect(await texts()).toEqual({ instructions: 'Be kind.', documents: ['a.md: Another A', 'c.md: C'] });
      expect((await admin.send('GET', `assistants/${id}/draft`)).body).toEqual({});
    });

    test('are published over a change of the live assistant only if the admin confirms the conflict', async () => {
      const { id } = await admin.make(MADE);
      const first = await admin.answer(200, DraftReply, draft(id, { instructions: 'One.' }));
      const second = await admin.answer(200, DraftReply, draft(id, { instructions: 'Two.' }));
      const publish = (etag: string, query = '') =>
        admin.send('POST', `assistants/${id}/draft/publish${query}`, undefined, { 'if-match': etag });
      const read = () => admin.answer(200, DraftReply, admin.send('GET', `assistants/${id}/draft`));
      const edit = (instructions: string) =>
        admin.send('PUT', `assistants/${id}`, { ...MIA, ...MADE, instructions });
      expect((await publish(first.draft.etag)).status).toBe(412);
      await edit('Mine.');
      expect((await publish(second.draft.etag, '?overwrite=true')).status).toBe(412);
      const { etag, conflicts } = (await read()).draft;
      expect(conflicts).toEqual({ profile: true, documents: [] });
      expect(await publish(etag)).toMatchObject({
        status: 409,
        body: { error: 'draft-conflict', conflicts: { profile: true } },
      });
      // Another change that the admin has not seen.
      await edit('Mine again.');
      expect((await publish(etag, '?overwrite=true')).status).toBe(412);
      expect((await admin.assistant(id)).instructions).toBe('Mine again.');
      expect((await draft(id, {}, { 'if-match': first.draft.etag })).status).toBe(412);
      expect((await publish((await read()).draft.etag, '?overwrite=true')).status).toBe(200);
      expect((await admin.assistant(id)).instructions).toBe('Two.');
    });

    test('have no conflict if only the choice of the default assistant changed, and neither has a restore', async () => {
      const { id } = await admin.make(MADE);
      await admin.upload(id, 'a.md', 'A');
      await admin.answer(200, DraftReply, draft(id, { instructions: 'Be kind.' }));
      const { etag } = await admin.assistant(id);
      await admin.chooseFirst();
      const read = admin.send('GET', `assistants/${id}/draft`);
      expect((await admin.answer(200, DraftReply, read)).draft.conflicts.profile).toBe(false);
      const path = `assistants/${id}/versions`;
      const [before] = (await admin.answer(200, VersionsReply, admin.send('GET', path))).versions;
      const publish = admin.send('POST', `assistants/${id}/draft/publish`);
      const live = await admin.answer(200, AssistantReply, publish);
      expect(live.assistant).toMatchObject({ instructions: 'Be kind.', isDefault: false });
      const restore = (tag: string) =>
        admin.send('POST', `${path}/${before?.id}/restore`, undefined, { 'if-match': tag });
      expect((await restore(etag)).status).toBe(412);
      await admin.send('PUT', `assistants/${id}`, { ...MIA, ...MADE });
      const edited = await admin.assistant(id);
      await admin.chooseFirst();
      expect((await restore(edited.etag)).status).toBe(200);
    });

    test('are discarded together with their documents', async () => {
      const { id } = await admin.make(MADE);
      await draft(id);
      await staged(id, 'c.md', 'C');
      expect((await admin.send('DELETE', `assistants/${id}/draft`)).status).toBe(204);
      expect((await admin.send('DELETE', `assistants/${id}/draft`)).status).toBe(204);
      const again = await admin.answer(200, DraftReply, draft(id));
      expect(again.draft.documents).toEqual([]);
    });

    test('can be published and rolled back for the built-in assistant', async () => {
      const changed = await admin.answer(200, DraftReply, draft('default', { model: 'gpt-other' }));
      await staged('default', 'a.md', 'A');
      const read = admin.send('GET', 'assistants/default/draft');
      const { etag } = (await admin.answer(200, DraftReply, read)).draft;
      expect(etag).not.toBe(changed.draft.etag);
      const publish = admin.send('POST', 'assistants/default/draft/publish', undefined, {
        'if-match': etag,
      });
      const live = await admin.answer(200, AssistantReply, publish);
      expect(live.assistant).toMatchObject({
        name: 'Mia',
        model: 'gpt-other',
        documents: [{ name: 'a.md' }],
      });
      const versions = admin.send('GET', 'assistants/default/versions');
      const [before] = (await admin.answer(200, VersionsReply, versions)).versions;
      const restore = admin.send('POST', `assistants/default/versions/${before?.id}/restore`);
      const restored = await admin.answer(200, AssistantReply, restore);
      expect(restored.assistant).toMatchObject({ documents: [] });
      expect(restored.assistant.name).not.toBe('Mia');
    });
  });

  describe('an earlier version', () => {
    const versions = async (id: string) =>
      (await admin.answer(200, VersionsReply, admin.send('GET', `assistants/${id}/versions`))).versions;

    test('can be restored with its documents, and the restore can be undone', async () => {
      const { id } = await admin.make(MADE);
      await admin.upload(id, 'a.md', 'A');
      await admin.send('PUT', `assistants/${id}`, { ...MIA, ...MADE, instructions: 'Two.' });
      await admin.upload(id, 'a.md', 'Another A');
      await admin.upload(id, 'b.md', 'B');
      const [newest, older] = await versions(id);
      expect([newest?.edit.instructions, older?.edit.instructions]).toEqual(['Two.', MIA.instructions]);
      const live = await admin.assistant(id);
      const restore = (version: string | undefined, etag: string) =>
        admin.send('POST', `assistants/${id}/versions/${version}/restore`, undefined, { 'if-match': etag });
      expect((await restore(older?.id, '"other"')).status).toBe(412);
      await admin.answer(200, AssistantReply, restore(older?.id, live.etag));
      expect(await texts()).toEqual({ instructions: MIA.instructions, documents: ['a.md: A'] });
      const [before] = await versions(id);
      const { etag } = await admin.assistant(id);
      await admin.answer(200, AssistantReply, restore(before?.id, etag));
      expect(await texts()).toEqual({ instructions: 'Two.', documents: ['a.md: Another A', 'b.md: B'] });
    });

    test('can be restored if it is the oldest of ten, and the replaced version takes its place', async () => {
      const { id } = await admin.make(MADE);
      const change = (number: number) =>
        admin.send('PUT', `assistants/${id}`, { ...MIA, ...MADE, instructions: `Number ${number}.` });
      await admin.upload(id, 'a.md', 'A');
      await change(0);
      await admin.upload(id, 'a.md', 'Another A');
      for (let number = 1; number <= 9; number++) await change(number);
      const oldest = (await versions(id)).at(-1);
      expect(oldest?.edit.instructions).toBe('Number 0.');
      const restore = admin.send('POST', `assistants/${id}/versions/${oldest?.id}/restore`);
      await admin.answer(200, AssistantReply, restore);
      expect(await texts()).toEqual({ instructions: 'Number 0.', documents: ['a.md: A'] });
      const kept = await versions(id);
      expect(kept.map(({ edit }) => edit.instructions).at(0)).toBe('Number 9.');
      expect(kept).toHaveLength(10);
    });

    test('has the answers that were added before it was stored', async () => {
      const { id } = await admin.make(MADE);
      const add = async (heading: string) => {
        const body = { heading, answer: 'Yes.', questions: [] };
        expect((await admin.send('POST', `assistants/${id}/answers`, body)).status).toBe(201);
      };
      await add('First?');
      await admin.send('PUT', `assistants/${id}`, { ...MIA, ...MADE, instructions: 'Two.' });
      await add('Second?');
      const earlier = (await versions(id)).find(({ documents }) => documents.length === 1);
      await admin.answer(
        200,
        AssistantReply,
        admin.send('POST', `assistants/${id}/versions/${earlier?.id}/restore`),
      );
      const { documents } = await texts();
      expect(documents.join()).toContain('First?');
      expect(documents.join()).not.toContain('Second?');
    });

    test('is one of the last ten, and cannot be found after it or its assistant is removed', async () => {
      const { id } = await admin.make({ ...MADE, isDefault: false });
      for (let change = 0; change < 13; change++) {
        await admin.send('PUT', `assistants/${id}`, { ...MIA, instructions: `Number ${change}.` });
      }
      const kept = await versions(id);
      expect(kept.map(({ edit }) => edit.instructions)).toEqual(
        Array.from({ length: 10 }, (_, at) => `Number ${11 - at}.`),
      );
      const unknown = await admin.send('POST', `assistants/${id}/versions/00000000000000-${id}/restore`);
      expect(unknown).toMatchObject(refusedWith(404, 'version-not-found'));
      expect((await admin.send('DELETE', `assistants/${id}`)).status).toBe(204);
      expect((await admin.send('GET', `assistants/${id}/versions`)).status).toBe(404);
    });
  });
});
