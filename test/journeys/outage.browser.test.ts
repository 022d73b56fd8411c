import { expect, test } from 'vitest';
import { startModelServer } from '../fakes/model-server.ts';
import { expectInView } from '../support/browser/visible.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const KNOWLEDGE_DIR = knowledgeFolder({ 'delivery.md': '# Norway\n\nDelivery to Norway costs 9 euros.' });
const model = freshFixture(() => startModelServer());
const business = freshFixture(() =>
  startBusiness({
    settings: {
      KNOWLEDGE_DIR,
      OPENAI_BASE_URL: model.url,
      OPENAI_MODEL: 'gpt-5.6-luna',
      MODEL_API: 'responses',
    },
  }),
);

test.each(WIDTHS)(
  'while the model fails visitors get quotes and a person, and afterwards answers again, at %i px',
  async (width) => {
    model.script({ error: { status: 500 } });
    const mia = await business.agentAt('Mia Berg', width);
    const visitor = await business.visitorAt(width);
    await visitor.send('Do you ship to Norway?');
    await expectInView(visitor.log.getByText('Delivery to Norway costs 9 euros').first());
    await visitor.button('Talk to a person').last().click();
    const sessionId = await visitor.sessionId();
    await mia.row(sessionId).waitFor();
    await mia.claim(sessionId);
    await mia.say('Yes, we do.');
    await expectInView(visitor.log.getByText('Yes, we do.'));

    model.script({ deltas: ['We are open ', 'until six.'] });
    const next = await business.visitorAt(width);
    await next.send('When do you close?');
    await expectInView(next.log.getByText('We are open until six.'));
    const stored = await business.stored(sessionId);
    expect(stored.filter((content) => content === 'Do you ship to Norway?')).toHaveLength(1);
    expect([mia.complaints, next.errors]).toEqual([[], []]);
  },
);
