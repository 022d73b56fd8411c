import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { demoPages, demoWidgets } from '../../functions/local-demo.ts';
import { folderDocuments } from '../../src/adapters/knowledge/folder.ts';
import { knowledgeIndex } from '../../src/adapters/knowledge/index.ts';
import { themeWarnings } from '../../src/domain/theme-warnings.ts';
import { INDUSTRIES } from '../../src/web/demo/industries.ts';
import { scriptedWebsites } from '../support/ports/scripted-websites.ts';
import { startService } from '../support/service/service.ts';

const FOLDER = fileURLToPath(new URL('../../src/web/demo', import.meta.url));
const SITE = 'http://localhost:7080';
const [BICYCLES] = INDUSTRIES;

test.each(INDUSTRIES)('the pages of $name say what its documents say', async (industry) => {
  const pages = await demoPages(FOLDER)(industry);
  const documents = await folderDocuments(FOLDER, industry.id);
  expect(pages.map(({ slug }) => `${slug}.md`)).toEqual(documents.map(({ name }) => name));
  const shown = JSON.stringify(pages);
  const [first = ''] = documents.map(({ markdown }) => markdown.trim().split('\n').at(-1));
  expect(shown).toContain(first);
  expect(shown).not.toContain('synonyms:');
});

test.each(INDUSTRIES)(
  'the documents of $name answer the questions of its page',
  async ({ id, chat, offers }) => {
    const index = knowledgeIndex(() => folderDocuments(FOLDER, id));
    const questions = [...chat.suggestions, ...offers.map(({ question }) => question)];
    const answers = await Promise.all(questions.map((question) => index.answer([question])));
    expect(questions.filter((_question, at) => answers[at]?.best === undefined)).toEqual([]);
  },
);

test.each(INDUSTRIES)('the theme of $name is its own, and is shown as it is', ({ palette, theme }) => {
  const tokens = { color: palette.accent, ...theme };
  expect(themeWarnings({ ...tokens, theme: 'light' })).toEqual([]);
  const same = INDUSTRIES.filter((other) => other.theme.surface === theme.surface);
  expect(same).toHaveLength(1);
});

test('a page that is opened twice at once has one widget, which keeps what an admin changes', async () => {
  const { websites } = scriptedWebsites({
    'localhost:7080': { pages: { '/bicycles': { markdown: 'Bells' } } },
  });
  const service = await startService({ websites });
  onTestFinished(() => service.close());
  const { widgets, assistants, websiteSources } = service.services;
  const before = (await assistants.list()).length;
  const widgetOf = demoWidgets(service.services, FOLDER);
  const ids = await Promise.all([widgetOf(BICYCLES, SITE), widgetOf(BICYCLES, SITE)]);
  const [made, ...others] = await widgets.list();
  expect(others).toEqual([]);
  expect(ids).toEqual([made?.widget.id, made?.widget.id]);
  expect((await assistants.list()).length).toBe(before + 1);

  const { id, name, primaryDomain, allowedOrigins, assistantId } = made?.widget ?? expect.unreachable();
  const [source] = await websiteSources.list(assistantId);
  expect(source?.address).toBe(`${SITE}/bicycles`);
  // What no page shows: the words of visitors.
  expect(
    (await assistants.find(assistantId ?? ''))?.documents.map(({ name: document }) => document),
  ).toContain('delivery-and-returns.md');
  await widgets.update(id, { name, primaryDomain, allowedOrigins, assistantId, branding: { title: 'Mine' } });
  expect(await widgetOf(BICYCLES, 'http://localhost:7081')).toBe(id);
  expect((await widgets.find(id))?.widget).toMatchObject({
    branding: { title: 'Mine' },
    allowedOrigins: [SITE, 'http://localhost:7081'],
  });
});
