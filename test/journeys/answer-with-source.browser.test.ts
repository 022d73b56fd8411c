import { expect, test } from 'vitest';
import { expectInView } from '../support/browser/visible.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const KNOWLEDGE_DIR = knowledgeFolder({
  'delivery.md': '# Delivery\n\n## Norway\n\nDelivery to Norway costs 9 euros and takes three days.',
});
const business = sharedFixture(() => startBusiness({ settings: { KNOWLEDGE_DIR } }));

test.each(WIDTHS)(
  'a visitor asks, reads the answer with its source and rates it, and the admin sees why, at %i px',
  async (width) => {
    const visitor = await business.visitorAt(width);
    await expectInView(visitor.input);
    await visitor.send('What does delivery to Norway cost?');
    const answer = visitor.log.getByText('Delivery to Norway costs 9 euros').first();
    await expectInView(answer);

    const source = visitor.log.getByRole('button', { name: /Norway/ });
    await expectInView(source);
    await source.click();
    await expectInView(visitor.panel.getByText('takes three days').last());
    await visitor.page.keyboard.press('Escape');
    await visitor.button(/^Helpful$/).click();
    const sessionId = await visitor.sessionId();
    await expect
      .poll(async () => await (await business.service.get(`/api/messages?sessionId=${sessionId}`)).json())
      .toMatchObject({
        status: 'open',
        messages: [
          { seq: 1, role: 'visitor', content: 'What does delivery to Norway cost?' },
          { seq: 2, role: 'assistant', rating: 'up' },
        ],
      });

    // A reload keeps it.
    await visitor.page.reload();
    await visitor.page.waitForFunction('window.ChatWidget?.version');
    // On a phone the page comes first.
    if (width === 390) await visitor.open();
    await expectInView(answer);

    const { page, complaints } = await business.adminAt(width, `#/conversations/${sessionId}`);
    await page.getByText('Rated helpful').waitFor();
    await page.getByText('Why this answer').click();
    await page.getByText('Cited').first().scrollIntoViewIfNeeded();
    await expectInView(page.getByText('Cited').first());
    expect([visitor.errors, complaints]).toEqual([[], []]);
  },
);
