import { describe, expect, test } from 'vitest';
import { SourcesReply } from '../../src/websites/wire/sources.ts';
import {
  SourcePageReply,
  SourcePagesReply,
  WebsiteSourceReply,
  WebsiteSourcesReply,
  type WebsiteSource,
} from '../../src/websites/wire/website-sources.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { scriptedWebsites } from '../support/ports/scripted-websites.ts';
import { refusedWith } from '../support/refusal.ts';
import { startService } from '../support/service/service.ts';

const SITE = () => ({
  pages: {
    '/': { title: 'Harbour Cycles', markdown: '# Welcome\n\nBicycles by the harbour.' },
    '/blog/tyres': { title: 'Tyres', markdown: '# Tyres\n\nWe change them.' },
    '/prices': {
      title: 'Prices',
      markdown: '# Prices\n\n## Bells\n\nA brass bell costs 17 euros.\n\n## Jobs\n\nNone today.',
    },
    '/account': { reason: 'sign-in' as const },
  },
});

describe('websites as sources', () => {
  const web = scriptedWebsites({ 'shop.example': SITE(), 'other.example': SITE() });
  const service = sharedFixture(() => startService({ websites: web.websites }));
  const admin = sharedFixture(() => registryAdmin(service));
  const sources = 'knowledge/sources';

  async function add(about: object = {}): Promise<WebsiteSource> {
    const { id: assistantId } = await admin.make({ knowledge: { kind: 'documents' } });
    const body = { kind: 'website', address: 'https://shop.example', assistantId, ...about };
    return (await admin.answer(201, WebsiteSourceReply, admin.send('POST', sources, body))).source;
  }

  /** The website once its work has ended. */
  async function ended(id: string, phase: WebsiteSource['phase']): Promise<WebsiteSource> {
    return await expect
      .poll(() => sourceOf(id))
      .toMatchObject({ phase })
      .then(() => sourceOf(id));
  }
  const sourceOf = async (id: string) =>
    (await admin.answer(200, WebsiteSourceReply, admin.send('GET', `${sources}/${id}`))).source;
  const tried = async (assistantId: string): Promise<unknown> => {
    const answer = await service.post('/api/assistants/try', {
      assistantId,
      draft: { name: 'Mia', instructions: 'Answer.', knowledge: { kind: 'documents' } },
      history: [{ role: 'visitor', content: 'What does a brass bell cost?' }],
    });
    return await answer.json();
  };
  const pagesOf = (id: string, query = '') =>
    admin.answer(200, SourcePagesReply, admin.send('GET', `${sources}/${id}/pages?${query}`));

  test('can be created and read with one call, which gives the assistant the pages', async () => {
    const created = await add({ start: true, schedule: 'week' });
    expect(created).toMatchObject({ kind: 'website', address: 'https://shop.example/', schedule: 'week' });
    await ended(created.id, 'read');
    await expect.poll(async () => (await sourceOf(created.id)).published?.documents).toBe(3);
    // Its pages belong to the website and not to the assistant's own documents.
    expect((await admin.assistant(created.assistantId)).documents).toEqual([]);
    expect(await tried(created.assistantId)).toMatchObject({
      content: expect.stringContaining('17 euros'),
      passage: 'A brass bell costs 17 euros.',
      sources: [{ url: 'https://shop.example/prices' }],
    });
    const { id, assistantId } = created;
    expect(
      (
        await admin.answer(
          200,
          WebsiteSourcesReply,
          admin.send('GET', `${sources}?assistantId=${assistantId}`),
        )
      ).sources,
    ).toMatchObject([{ id, pages: { read: 3, waiting: 0, leftOut: 1 } }]);
    const listed = await admin.answer(
      200,
      SourcesReply,
      admin.send('GET', `assistants/${assistantId}/sources`),
    );
    expect(listed.sources.at(-1)).toMatchObject({
      kind: 'website',
      id,
      phase: 'read',
      count: 3,
      sections: 4,
    });
    const again = await admin.send('POST', sources, {
      kind: 'website',
      address: 'shop.example',
      assistantId,
    });
    expect([again.status, again.body]).toMatchObject([200, { source: { id } }]);
  });

  test('are not read without a start: the pages are listed by section until sections are chosen', async () => {
    const { id } = await add();
    await ended(id, 'found');
    const { sections, pages, leftOut } = await pagesOf(id);
    expect(leftOut).toEqual([{ reason: 'sign-in', pages: 1, listed: 1, patterns: [] }]);
    expect((await pagesOf(id, 'leftOut=true&reason=sign-in')).pages).toHaveLength(1);
    expect((await pagesOf(id, 'leftOut=false')).pages).toHaveLength(3);
    expect(sections).toMatchObject([
      { section: '/', pages: 2, chosen: 2 },
      { section: '/blog', pattern: '/blog/*', pages: 1, chosen: 1 },
    ]);
    expect(pages.find(({ url }) => url.endsWith('/account'))).toMatchObject({
      state: 'left-out',
      reason: 'sign-in',
    });
    const rules = [{ pattern: '/blog/*', read: false }];
    const patched = admin.send('PATCH', `${sources}/${id}`, { rules });
    const { source } = await admin.answer(200, WebsiteSourceReply, patched);
    // Immediately, also before the next reading.
    expect(source.pages).toEqual({ read: 2, waiting: 0, leftOut: 2 });
    await admin.answer(200, WebsiteSourceReply, admin.send('POST', `${sources}/${id}/start`));
    await ended(id, 'read');
    expect((await pagesOf(id, 'section=/blog')).pages).toMatchObject([
      { isChosen: false, state: 'left-out' },
    ]);
    expect((await pagesOf(id, 'q=pric')).pages).toMatchObject([{ title: 'Prices' }]);
    const first = await pagesOf(id, 'limit=3');
    const rest = await pagesOf(id, `limit=3&cursor=${first.nextCursor ?? ''}`);
    expect([first.pages.length, rest.pages.length, rest.nextCursor]).toEqual([3, 1, undefined]);
  });

  test('with a path have only the pages below it selected at first, unless they are read immediately', async () => {
    const { id } = await add({ address: 'https://shop.example/blog' });
    await ended(id, 'found');
    expect((await pagesOf(id)).sections).toMatchObject([
      { section: '/', pages: 3, chosen: 0 },
      { section: '/blog', pages: 1, chosen: 1 },
    ]);
    expect((await add({ address: 'https://shop.example/blog', start: true })).rules).toEqual([]);
    const own = [{ pattern: '/prices', read: false }];
    expect((await add({ address: 'https://shop.example/blog', rules: own })).rules).toEqual(own);
  });

  test('show a page as the assistant reads it, and a heading can be excluded and included again', async () => {
    const { id } = await add({ start: true });
    await ended(id, 'read');
    const { pages } = await pagesOf(id, 'q=prices');
    const path = `${sources}/${id}/pages/${pages[0]?.id ?? ''}`;
    const view = await admin.answer(200, SourcePageReply, admin.send('GET', path));
    expect(view.sections.map(({ title, path: above }) => [...above, title])).toEqual([
      ['Prices', 'Bells'],
      ['Prices', 'Jobs'],
    ]);
    const headings = [['Prices', 'Jobs']];
    const put = (left: string[][]) =>
      admin.answer(200, SourcePageReply, admin.send('PUT', `${path}/left-out-headings`, { headings: left }));
    expect(await put(headings)).toMatchObject({ sections: [{ title: 'Bells' }], leftOut: { headings } });
    expect((await put([])).sections).toHaveLength(2);
  });

  test('are deleted with their documents, and with their assistant', async () => {
    const { id, assistantId } = await add({ start: true });
    await expect.poll(async () => (await sourceOf(id)).published?.documents).toBe(3);
    expect((await admin.send('DELETE', `${sources}/${id}`)).status).toBe(204);
    expect(await tried(assistantId)).toMatchObject({ sources: [] });
    const other = await add({ address: 'other.example' });
    expect((await admin.send('DELETE', `assistants/${other.assistantId}`)).status).toBe(204);
    await expect.poll(async () => (await admin.send('GET', `${sources}/${other.id}`)).status).toBe(404);
  });

  test('with review give the assistant their pages only after an admin publishes them', async () => {
    const { id, assistantId } = await add({ start: true, publish: 'review' });
    await expect.poll(async () => (await sourceOf(id)).waiting?.documents).toBe(3);
    expect(await tried(assistantId)).toMatchObject({ sources: [] });
    const publish = (at: string) =>
      admin.send('POST', `${sources}/${id}/publish`, undefined, { 'if-match': `"${at}"` });
    const seen = (await sourceOf(id)).waiting?.at ?? '';
    const refused = await publish('2026-01-01T00:00:00.000Z');
    expect(refused).toMatchObject(refusedWith(412, 'precondition-failed'));
    expect(await tried(assistantId)).toMatchObject({ sources: [] });
    const { source } = await admin.answer(200, WebsiteSourceReply, publish(seen));
    expect(source).toMatchObject({ published: { documents: 3 } });
    expect(source.waiting).toBeUndefined();
    expect(await tried(assistantId)).toMatchObject({ sources: [{ url: 'https://shop.example/prices' }] });
  });

  test.each([
    ['an invalid address', { address: 'not an address' }],
    ['another protocol', { address: 'ftp://shop.example' }],
    ['a password', { address: 'https://me:secret@shop.example' }],
    ['http that was not allowed', { address: 'http://shop.example' }],
  ])('are refused with %s', async (_name, about) => {
    const refused = await admin.send('POST', sources, { kind: 'website', ...about });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: 'validation-failed', issues: [{ path: 'address' }] },
    });
  });

  test('are answered with 404 if the website or the assistant is unknown', async () => {
    const none = '6c4b8b8e-0000-4000-8000-000000000000';
    const unknown = { kind: 'website', address: 'shop.example', assistantId: none };
    expect(await admin.send('POST', sources, unknown)).toMatchObject(refusedWith(404, 'assistant-not-found'));
    for (const [method, path] of [
      ['GET', `${sources}/${none}`],
      ['DELETE', `${sources}/${none}`],
      ['POST', `${sources}/${none}/start`],
      ['POST', `${sources}/${none}/stop`],
      ['POST', `${sources}/${none}/publish`],
      ['GET', `${sources}/${none}/pages`],
    ] as const) {
      expect(await admin.send(method, path)).toMatchObject(refusedWith(404, 'source-not-found'));
    }
  });
});
