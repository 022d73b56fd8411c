import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { demoWidgets } from '../../functions/local-demo.ts';
import { folderDocuments } from '../../src/adapters/knowledge/folder.ts';
import { knowledgeIndex } from '../../src/adapters/knowledge/index.ts';
import { themeWarnings } from '../../src/domain/theme-warnings.ts';
import { INDUSTRIES } from '../../src/web/demo/industries.ts';
import { startService } from '../support/service/service.ts';

const FOLDER = fileURLToPath(new URL('../../src/web/demo', import.meta.url));
const SITE = 'http://localhost:7080';
const [BICYCLES] = INDUSTRIES;

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
  const service = await startService();
  onTestFinished(() => service.close());
  const { widgets, assistants, assistantDocuments } = service.services;
  const before = (await assistants.list()).length;
  const widgetOf = demoWidgets({ widgets, assistants, assistantDocuments }, FOLDER);
  const ids = await Promise.all([widgetOf(BICYCLES, SITE), widgetOf(BICYCLES, SITE)]);
  const [made, ...others] = await widgets.list();
  expect(others).toEqual([]);
  expect(ids).toEqual([made?.widget.id, made?.widget.id]);
  expect((await assistants.list()).length).toBe(before + 1);

  const { id, name, primaryDomain, allowedOrigins, assistantId } = made?.widget ?? expect.unreachable();
  await widgets.update(id, { name, primaryDomain, allowedOrigins, assistantId, branding: { title: 'Mine' } });
  expect(await widgetOf(BICYCLES, 'http://localhost:7081')).toBe(id);
  expect((await widgets.find(id))?.widget).toMatchObject({
    branding: { title: 'Mine' },
    allowedOrigins: [SITE, 'http://localhost:7081'],
  });
});
