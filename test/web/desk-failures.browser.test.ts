import { beforeEach, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';

const SENTENCE = 'Something went wrong here.';

const desk = freshFixture(renderedDesk);
const calls = (end: string) =>
  desk.page.evaluate<number>(`inPage.calls.filter((call) => call.endsWith('${end}')).length`);
const again = (name = 'Try again') => desk.page.getByRole('button', { name }).first();

beforeEach(async () => {
  await desk.run((inPage) => inPage.show(2, 4));
  await desk.page.locator('.composer').waitFor();
});

test('details and notes that cannot be loaded show an error in the conversation, with a way to try again', async () => {
  await desk.run((inPage) => {
    inPage.failing.push('/notes');
    void inPage.desk.conversations.fetchAbout(location.hash.slice(4));
    // The details themselves never come; the notes fail.
  });
  await desk.page.locator('.line.bad').getByText(SENTENCE).waitFor();
  const before = await calls('/notes');
  await again().click();
  await expect.poll(() => calls('/notes')).toBe(before + 1);
});

test('files whose links cannot be loaded show an error next to them, with a way to try again', async () => {
  await desk.run((inPage) => {
    inPage.failing.push('/attachments');
    inPage.hearFile(5);
  });
  const line = desk.page.locator('.attachments .line.bad');
  await line.getByText(SENTENCE).waitFor();
  const before = await calls('/attachments');
  await line.getByRole('button').click();
  await expect.poll(() => calls('/attachments')).toBe(before + 1);
});

test('an action that fails can be tried again, even after another conversation was opened', async () => {
  await desk.run((inPage) => void inPage.failing.push('/release'));
  await desk.page.evaluate('document.activeElement.blur()');
  await desk.page.keyboard.press('u');
  await desk.page.locator('.line.bad').getByText(SENTENCE).waitFor();
  await desk.run(() => (location.hash = '#/'));
  const toast = desk.page.locator('.toast.bad', { hasText: SENTENCE });
  await toast.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => calls('/release')).toBe(2);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => toast.count()).toBe(0);
});

test('a message that was not sent marks its conversation in the list', async () => {
  await desk.run((inPage) => void inPage.failing.push('/message'));
  await desk.page.getByRole('textbox').fill('One moment');
  await desk.page.getByRole('textbox').press('Enter');
  await desk.page.locator('.item[aria-current]').getByText('Not sent.').waitFor();
});

test('colleagues, canned replies and a suggestion that fail can be loaded again', async () => {
  await desk.run((inPage) => inPage.failing.push('/colleagues', '/canned-replies', '/suggestion'));
  const field = desk.page.getByRole('textbox');
  await field.fill('/');
  await desk.page.locator('.canned').getByText(SENTENCE).waitFor();
  const searched = await calls('/canned-replies');
  await desk.page.locator('.canned').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => calls('/canned-replies')).toBe(searched + 1);
  await field.fill('');
  await desk.page.getByRole('button', { name: 'Suggest a reply' }).click();
  await desk.page.locator('.suggestion').getByText(SENTENCE).waitFor();
  const suggested = await calls('/suggestion');
  await desk.page.locator('.suggestion').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => calls('/suggestion')).toBeGreaterThan(suggested);
  await field.press('Escape');
  await desk.page.evaluate('document.activeElement.blur()');
  await desk.page.keyboard.press('t');
  await desk.page.getByRole('dialog').getByText(SENTENCE).waitFor();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => calls('/colleagues')).toBe(2);
});

test('the values of canned replies that were loaded again show no problem', async () => {
  await desk.run((inPage) => inPage.failing.push('/canned-values'));
  await desk.page.getByRole('textbox').fill('/');
  const problem = desk.page.locator('.canned').getByText(SENTENCE);
  await problem.waitFor();
  await desk.run((inPage) => {
    const [path = ''] = inPage.calls.flatMap((call) => /^GET (.*canned-values)$/.exec(call)?.[1] ?? []);
    inPage.answers[path] = { values: {} };
  });
  await desk.page.locator('.canned').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => problem.count()).toBe(0);
});

test('a claim without a free seat is explained, even if the plan could not be loaded', async () => {
  await desk.run((inPage) =>
    inPage.desk.state.update((state) => ({
      ...state,
      refusedSeat: { sentence: 'All agent seats are in use.' },
    })),
  );
  await desk.page.getByRole('alert').getByText('All agent seats are in use.').waitFor();
});
