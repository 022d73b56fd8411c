import { expect, test } from 'vitest';
import { continuationIdOf } from '../../src/conversations/rules/ids.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { expectInView } from '../support/browser/visible.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const model = freshFixture(() => startModelServer());
const business = freshFixture(() => {
  model.script(({ messages }) => {
    const rules = messages[0]?.content ?? '';
    if (!rules.startsWith('You translate')) return { deltas: ['Ich sehe nach.'] };
    return { deltas: [rules.includes('into German') ? 'Sie ist unterwegs.' : 'Where is my order?'] };
  });
  return startBusiness({
    settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'gpt-5.6-luna', MODEL_API: 'responses' },
  });
});

test.each(WIDTHS)(
  'a person takes over: claimed, translated, transferred, closed and reopened, at %i px',
  async (width) => {
    const mia = await business.agentAt('Mia Berg', width);
    const lee = await business.agentAt('Lee Okafor', width);
    const visitor = await business.visitorAt(width);
    await visitor.send('Wo bleibt meine Bestellung?');
    await expectInView(visitor.log.getByText('Ich sehe nach.'));
    await visitor.button('Talk to a person').last().click();
    const first = await visitor.sessionId();
    await expectInView(mia.row(first));

    await mia.button('Settings').click();
    await mia.page.getByLabel('Translate to').selectOption('en');
    await mia.page.keyboard.press('Escape');
    await mia.claim(first);
    await expectInView(visitor.log.getByText(/Mia Berg/).last());
    await expectInView(mia.thread.getByText('Where is my order?').last());
    await mia.say('It is on its way.');
    const translated = mia.page.getByRole('textbox', { name: 'Translation' });
    await expect.poll(() => translated.inputValue()).toBe('Sie ist unterwegs.');
    await translated.press('Enter');
    await expectInView(visitor.log.getByText('Sie ist unterwegs.'));

    await mia.key('t');
    const dialog = mia.page.getByRole('dialog');
    await dialog.getByLabel('Note (optional)').fill('She asked for the parcel number');
    await dialog.getByRole('radio', { name: /Lee Okafor/ }).check();
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await lee.row(first).waitFor();
    await lee.open(first);
    await expectInView(lee.thread.getByText('She asked for the parcel number'));
    await lee.say('Die Nummer ist 42.');
    await expectInView(visitor.log.getByText('Die Nummer ist 42.'));
    await expect.poll(() => visitor.log.getByText('She asked').count()).toBe(0);

    await lee.key('e');
    await lee.page.reload();
    await expect.poll(async () => (await business.service.session(first)).status).toBe('closed');
    await expectInView(visitor.panel.getByText('Your next message continues it.'));
    await visitor.send('Sie ist nicht angekommen.');
    const second = continuationIdOf(first);
    await expect.poll(() => visitor.sessionId()).toBe(second);
    await visitor.button('Talk to a person').last().click();
    await expectInView(lee.thread.getByText('Sie ist nicht angekommen.').last());
    await lee.button(/^Claim$/).click();
    await lee.say('Ich schicke eine neue.');
    await expectInView(visitor.log.getByText('Ich schicke eine neue.'));
    const stored = async (sessionId: string) => {
      const { status, claimedByName, continuedBy, earlier } = await business.service.session(sessionId);
      return { status, claimedByName, continuedBy, earlier };
    };
    expect(await stored(first)).toMatchObject({ status: 'closed', continuedBy: second });
    expect(await stored(second)).toMatchObject({
      status: 'claimed',
      claimedByName: 'Lee Okafor',
      earlier: [{ sessionId: first }],
    });
    expect([visitor.errors, mia.complaints, lee.complaints]).toEqual([[], [], []]);
    await Promise.all([mia, lee, visitor].map(({ page }) => page.context().close()));
  },
);
