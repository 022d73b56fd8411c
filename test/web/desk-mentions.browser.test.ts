import { expect, test } from 'vitest';
import { MentionsReply, NotesReply } from '../../src/desk/wire/agent.ts';
import { violations } from '../support/browser/axe.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice, type DeskPage } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));
const mia = sharedFixture(() => office.agent('Mia Berg'));
const lee = sharedFixture(() => office.agent('Lee Okafor'));

const note = (desk: DeskPage) => desk.page.getByRole('textbox', { name: 'Private note' });
const options = (desk: DeskPage) =>
  desk.page.getByRole('listbox', { name: 'Colleagues' }).getByRole('option');
const ask = async (path: string) => {
  const authorization = lee.authorization();
  const answer = await fetch(`${office.service.origin}/api/agent/${path}`, { headers: { authorization } });
  return (await answer.json()) as unknown;
};

async function looksRight(desk: DeskPage): Promise<void> {
  for (const theme of ['light', 'dark', 'contrast']) {
    await desk.page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    expect(await violations(desk.page)).toEqual([]);
  }
  await desk.page.evaluate(() => delete document.documentElement.dataset['theme']);
}

test('a colleague is chosen by keyboard, notified at the desk, and led to the note', async () => {
  const sessionId = await office.conversation('human_requested', 'Do you ship to Norway?');
  await lee.list.waitFor();
  await mia.open(sessionId);
  await mia.key('n');
  await note(mia).pressSequentially('Please ask @');
  await options(mia).first().waitFor();
  await note(mia).pressSequentially('lee');
  await expect.poll(() => options(mia).allInnerTexts()).toEqual([expect.stringContaining('Lee Okafor')]);
  const active = await note(mia).getAttribute('aria-activedescendant');
  await expect.poll(() => options(mia).first().getAttribute('id')).toBe(active);
  await looksRight(mia);
  await mia.page.keyboard.press('Enter');
  await expect.poll(() => note(mia).inputValue()).toBe('Please ask @Lee Okafor ');
  await mia.page.getByText('Notifies Lee Okafor').waitFor();
  await mia.page.keyboard.type('about customs');
  await mia.page.keyboard.press('Enter');
  await mia.thread.locator('.entry.note').getByText('about customs').waitFor();

  const button = lee.button('Mentions, 1 new');
  await button.waitFor();
  await lee.row(sessionId).getByText('A note mentions you:').waitFor();
  await button.click();
  const dialog = lee.page.getByRole('dialog', { name: 'Mentions' });
  await dialog.getByText('Please ask @Lee Okafor about customs').waitFor();
  await looksRight(lee);
  await lee.page.setViewportSize({ width: 360, height: 740 });
  await looksRight(lee);
  await lee.page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('link').first().focus();
  await lee.page.keyboard.press('Enter');
  await lee.thread.locator('.entry.note .facts').getByText('Lee Okafor').waitFor();
  // Opening the conversation has marked it as seen, also on the service.
  await lee.button('Mentions').waitFor();
  await expect.poll(() => lee.button('Mentions, 1 new').count()).toBe(0);
  await expect
    .poll(async () => MentionsReply.parse(await ask('mentions')).mentions.map((one) => one.seenAt))
    .toEqual([expect.any(String)]);
  const { notes } = NotesReply.parse(await ask(`sessions/${sessionId}/notes`));
  expect(notes.map(({ mentions }) => mentions?.map(({ name }) => name))).toEqual([['Lee Okafor']]);
  expect([...mia.complaints, ...lee.complaints]).toEqual([]);
});

test('Escape closes the menu, unknown names are plain text, and an @ in a reply mentions no one', async () => {
  const sessionId = await office.conversation('human_requested', 'And to Sweden?');
  await mia.open(sessionId);
  await mia.key('n');
  await note(mia).pressSequentially('@');
  await options(mia).first().waitFor();
  await mia.page.keyboard.press('Escape');
  await expect.poll(() => options(mia).count()).toBe(0);
  await expect.poll(() => note(mia).inputValue()).toBe('@');
  await note(mia).fill('');
  await note(mia).pressSequentially('Costs 5 @nine');
  await expect.poll(() => options(mia).count()).toBe(0);
  await mia.page.keyboard.press('Enter');
  await mia.thread.locator('.entry.note').getByText('Costs 5 @nine').waitFor();
  await mia.claim(sessionId);
  await mia.field.pressSequentially('@lee');
  await expect.poll(() => options(mia).count()).toBe(0);
  await mia.field.fill('');
});
