import { expect, test } from 'vitest';
import { AnswersReply } from '../../src/assistants/wire/answers.ts';
import { expectInView } from '../support/browser/visible.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const KNOWLEDGE_DIR = knowledgeFolder({ 'pets.md': '# Parrots\n\nParrots must stay outside the shop.' });
const business = freshFixture(() => startBusiness({ settings: { KNOWLEDGE_DIR } }));

test.each(WIDTHS)(
  'a wrong answer is rated, found in Questions, corrected, and the next visitor gets the new one, at %i px',
  async (width) => {
    const question = 'May I bring parrots?';
    const visitor = await business.visitorAt(width);
    await visitor.send(question);
    await expectInView(visitor.log.getByText('Parrots must stay outside').first());
    await visitor.button(/^Not helpful$/).click();

    const { page, complaints } = await business.adminAt(width, '#/questions');
    const row = page.getByRole('listitem').filter({ hasText: question });
    await expectInView(row.getByText('Not helpful'));
    await row.getByRole('link', { name: question }).first().click();
    const form = page.getByRole('form', { name: 'Correct answer' });
    const field = form.getByRole('textbox', { name: 'Answer', exact: true });
    await field.fill('Parrots are welcome on **Tuesdays**.');
    const save = form.getByRole('button', { name: 'Add answer' });
    await save.scrollIntoViewIfNeeded();
    await expectInView(save);
    await save.click();
    await expectInView(page.locator('.entry.assistant strong', { hasText: 'Tuesdays' }));
    const { answers } = AnswersReply.parse(await (await business.service.get('/api/answers')).json());
    expect(answers).toMatchObject([{ assistantId: 'default' }]);

    const next = await business.visitorAt(width);
    await next.send(question);
    await expectInView(next.log.getByText('Tuesdays'));
    expect([visitor.errors, next.errors, complaints]).toEqual([[], [], []]);
    await Promise.all([visitor, next].map((one) => one.page.context().close()));
  },
);
