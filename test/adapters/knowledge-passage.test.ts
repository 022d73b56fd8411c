import { expect, test } from 'vitest';
import { parseQuery } from '../../src/adapters/knowledge/query-terms.ts';
import { passageOf } from '../../src/adapters/knowledge/passage.ts';
import { wordForms } from '../../src/adapters/knowledge/word-forms.ts';

const passage = async (markdown: string, question: string) =>
  passageOf(markdown, parseQuery(question).words, await wordForms('en'));

const LONG = [
  'Appointments are made online or by phone, and we confirm each of them by e-mail within an hour on working days.',
  'In spring the waiting time is about ten days, in winter mostly two, and we tell you by text when a place is free.',
  'The full service costs $140 and has bearings, wheels and the drivetrain taken apart, cleaned, greased and adjusted.',
  'Parts are charged separately, and we ring you before we spend more than thirty dollars on them in one order.',
  'On Mondays the workshop is closed, and the counter in the shop takes your bicycle and gives it back to you.',
].join(' ');

test.each([
  ['the sentence with the words', 'is the counter open on Mondays', 'On Mondays', 'Appointments'],
  ['a sentence by a word form', 'making an appointment', 'Appointments', 'On Mondays'],
])('a passage contains %s', async (_what, question, has, hasNot) => {
  const quoted = await passage(LONG, question);
  expect(quoted).toContain(has);
  expect(quoted).not.toContain(hasNot);
  expect(LONG).toContain(quoted);
});

test('a passage contains the sentence that writes a word of the question with a hyphen', async () => {
  const quoted = await passage(
    `${LONG} Every room has fast Wi-Fi, and none of them has a telephone.`,
    'is there wifi',
  );
  expect(quoted).toMatch(/Every room has fast Wi-Fi.*$/);
  expect(quoted).not.toContain('Appointments');
});

test('a short section is quoted as a whole', async () => {
  expect(await passage('Send it back. Use the label.', 'label')).toBe('Send it back. Use the label.');
});

test('a list is quoted in full, with the sentence before it', async () => {
  const list = '- a helmet with its seal\n- a jacket with its label\n- shoes in their box';
  const markdown = `${LONG}\n\nThese can be sent back:\n\n${list}\n\nAsk us about all other things.`;
  const quoted = await passage(markdown, 'send back a jacket');
  expect(quoted).toContain(`These can be sent back:\n\n${list}`);
  expect(quoted).not.toContain('Appointments');
});

test('code is quoted with the sentence before it', async () => {
  const code = '```html\n<script src="widget.js"></script>\n```';
  const markdown = `${LONG}\n\nPaste this line into each page of the website:\n\n${code}`;
  const quoted = await passage(markdown, 'which line do I paste into the website');
  expect(quoted).toContain(`Paste this line into each page of the website:\n\n${code}`);
  expect(quoted).not.toContain('Appointments');
});

test('without a content word in the question, the passage begins at the first sentence', async () => {
  const markdown =
    'Two small reports without any content: how many seats are used, how many tokens the model used, whether the deployment is healthy and which version it runs at the moment. They hold no messages, no names, no e-mail addresses and no session ids.';
  const quoted = await passage(markdown, 'what is it that they do not send');
  expect(quoted).toMatch(/^Two small reports/);
});

test('a passage does not begin with a word that refers to an earlier sentence', async () => {
  const first = `The reports are made on the first day of each month${' and kept in the archive'.repeat(7)}.`;
  const quoted = await passage(`${first} They hold no addresses of visitors.`, 'addresses of visitors');
  expect(quoted).toContain('They hold no addresses');
  expect(quoted).toMatch(/^The reports/);
});

const STEPS =
  '1. Export what you want to keep.\n2. Take the tag off.\n3. Delete the application in the cloud.';
const CONSEQUENCE = 'This deletes all conversations. They cannot be restored.';

test.each([
  ['the paragraph after a list', 'which application do I delete', STEPS],
  ['the list before a paragraph', 'which conversations can be restored', STEPS],
])('a passage contains %s', async (_what, question, list) => {
  const markdown = `${LONG}\n\n${list}\n\n${CONSEQUENCE}`;
  const quoted = await passage(markdown, question);
  expect(quoted).toContain(`${list}\n\n${CONSEQUENCE}`);
  expect(quoted).not.toContain('Appointments');
});

test('a table is quoted with the paragraph below it if both are short', async () => {
  const table = '| Plan | Seats |\n| --- | --- |\n| Start | 2 |\n| Growth | 10 |';
  const prose =
    'Plans differ in seats. The prices are those of the offer that you bought in the marketplace, and change with it.';
  const markdown = `${table}\n\n${prose}`;
  expect(await passage(markdown, 'which plans do you offer')).toBe(markdown);
});
