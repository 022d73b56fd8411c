import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { startModelServer } from '../fakes/model-server.ts';
import type { ScriptedReply } from '../fakes/model/script.ts';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from './support/office.ts';

const QUESTION = 'Wo bleibt denn meine Bestellung?';

const model = sharedFixture(() => startModelServer());
const office = sharedFixture(() =>
  startOffice({
    ownModel: true,
    settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'gpt-5.6-luna', MODEL_API: 'responses' },
  }),
);
const mia = sharedFixture(() => office.agent('Mia Berg'));
let asked: string[];
let failing: ScriptedReply | undefined;

beforeEach(() => {
  asked = [];
  failing = undefined;
  model.script(({ messages }) => {
    const rules = messages[0]?.content ?? '';
    if (!rules.startsWith('You translate')) return { deltas: ['Guten Tag.'] };
    asked.push(messages[1]?.content ?? '');
    return (
      failing ?? { deltas: [rules.includes('into German') ? 'Sie ist unterwegs.' : 'Where is my order?'] }
    );
  });
});

const preview = () => mia.page.getByRole('group', { name: 'Translated reply' });
const translation = () => preview().getByRole('textbox', { name: 'Translation' });

async function translateTo(language: string): Promise<void> {
  await mia.button('Settings').click();
  await mia.page.getByLabel('Translate to').selectOption(language);
  await mia.page.keyboard.press('Escape');
}

test('translation is off until the agent chooses a language, and then appears next to the original', async () => {
  const sessionId = await office.conversation('human_requested', QUESTION);
  await mia.claim(sessionId);
  expect(asked).toEqual([]);
  await translateTo('en');
  const entry = mia.thread.locator('.entry.visitor');
  await entry.locator('.translation').getByText('Where is my order?').waitFor();
  await expect.poll(() => entry.locator('.bubble').innerText()).toBe(QUESTION);
  await mia.page.reload();
  await entry.locator('.translation').getByText('Where is my order?').waitFor();
  expect(asked.filter((data) => data.includes(QUESTION))).toHaveLength(1);
});

test('translation is offered for a visitor with another language, once', async () => {
  const lee = await office.agent('Lee Okafor');
  const sessionId = randomUUID();
  await office.service.post('/api/chat', { message: QUESTION, sessionId, locale: 'de-AT' });
  await office.service.post('/api/handoff', { sessionId });
  await lee.claim(sessionId);
  const offer = lee.button('Translate to English');
  await offer.click();
  await lee.thread.locator('.entry.visitor .translation').getByText('Where is my order?').waitFor();
  await expect.poll(() => offer.count()).toBe(0);
  await lee.context.close();
});

test('a reply is shown in the visitor’s language before it is sent, by keyboard', async () => {
  const sessionId = await office.conversation('human_requested', QUESTION);
  await mia.claim(sessionId);
  await mia.say('It is on its way.');
  await expect.poll(() => translation().inputValue()).toBe('Sie ist unterwegs.');
  expect(await office.stored(sessionId)).not.toContain('Sie ist unterwegs.');
  for (const theme of ['light', 'dark', 'contrast']) {
    await mia.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    expect(await violations(mia.page)).toEqual([]);
  }
  await mia.page.setViewportSize({ width: 360, height: 740 });
  expect(await violations(mia.page)).toEqual([]);
  await mia.page.setViewportSize({ width: 1280, height: 800 });
  await mia.page.keyboard.press('End');
  await mia.page.keyboard.type(' Bis morgen!');
  await mia.page.keyboard.press('Enter');
  const said = mia.thread.locator('.entry.mine');
  await said.locator('.bubble').getByText('Sie ist unterwegs. Bis morgen!').waitFor();
  await said.locator('.translation').getByText('It is on its way.').waitFor();
  expect((await office.stored(sessionId)).at(-1)).toBe('Sie ist unterwegs. Bis morgen!');
  await expect.poll(() => mia.field.inputValue()).toBe('');
  expect(await mia.field.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('Escape returns to the reply, and the original can be sent, also if the model fails', async () => {
  const sessionId = await office.conversation('human_requested', QUESTION);
  await mia.claim(sessionId);
  await mia.say('One moment.');
  await translation().waitFor();
  await mia.page.keyboard.press('Escape');
  await preview().waitFor({ state: 'detached' });
  await expect.poll(() => mia.field.inputValue()).toBe('One moment.');
  failing = { error: { status: 500 } };
  await mia.field.press('Enter');
  await preview().getByText('The language model could not be reached.').waitFor();
  await preview().getByRole('button', { name: 'Send original' }).click();
  await mia.thread.locator('.entry.mine .bubble').getByText('One moment.').waitFor();
  expect((await office.stored(sessionId)).at(-1)).toBe('One moment.');
});

test('a failure of the model shows the original with an explanation, and can be repeated', async () => {
  failing = { error: { status: 500 } };
  const sessionId = await office.conversation('human_requested', `${QUESTION} Nummer 2`);
  await mia.open(sessionId);
  const sentence = mia.page.getByText('The messages are shown in the original.');
  await sentence.waitFor();
  const count = asked.length;
  failing = undefined;
  await mia.button('Try again').click();
  await mia.thread.locator('.translation').getByText('Where is my order?').first().waitFor();
  expect(asked.length).toBeGreaterThan(count);
  await expect.poll(() => sentence.count()).toBe(0);
});

test('a reply to a visitor who writes in the agent’s language is not translated', async () => {
  const sessionId = await office.conversation('human_requested', 'Where is the parcel that I ordered?');
  await mia.claim(sessionId);
  await mia.say('It is on its way.');
  await mia.thread.locator('.entry.mine .bubble').getByText('It is on its way.').waitFor();
  expect(asked.filter((data) => data.includes('on its way'))).toEqual([]);
});
