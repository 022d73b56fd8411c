import { beforeEach, describe, expect, test } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { renderedDesk } from './support/rendered-desk.ts';

const desk = freshFixture(renderedDesk);
const field = () => desk.page.getByRole('textbox', { name: 'Reply to the visitor' });
const sent = () => desk.page.evaluate<string[]>(`inPage.calls.filter((call) => call.endsWith('/message'))`);
const claims = () => desk.page.evaluate<string[]>(`inPage.calls.filter((call) => call.endsWith('/next'))`);

beforeEach(async () => {
  await desk.run((inPage) => inPage.show(3, 4));
  await field().waitFor();
});

describe('a search for a canned reply', () => {
  const knows = (titles: string[]) =>
    desk.run(
      `(inPage) => inPage.desk.state.update((state) => ({ ...state, canned: ${JSON.stringify(
        titles.map((title) => ({ id: title, title, content: `${title}.`, updatedBy: 'Mia', version: '1' })),
      )} }))`,
    );

  test.each([
    ['matches none', () => knows(['Greeting'])],
    ['is still loading', () => Promise.resolve()],
    [
      'could not be loaded',
      () =>
        desk.run(
          `(inPage) => inPage.desk.state.update((state) => ({ ...state, cannedProblem: 'Not reached.' }))`,
        ),
    ],
  ])(
    'that %s is not sent to the visitor, neither with Enter nor with the button',
    async (_state, prepare) => {
      await prepare();
      await field().pressSequentially('/refnd');
      await field().press('Enter');
      await expect.poll(() => desk.page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
      await expect.poll(() => field().inputValue()).toBe('/refnd');
      expect(await sent()).toEqual([]);
    },
  );

  test('that is closed with Escape or its button is sent like any other reply', async () => {
    await knows(['Greeting']);
    await field().pressSequentially('/24 is a subnet');
    await field().press('Escape');
    await field().press('Enter');
    await expect.poll(sent).toHaveLength(1);
    await field().fill('/16 too');
    await desk.page.getByRole('button', { name: 'Canned replies', exact: true }).click();
    await desk.page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(async () => field().inputValue()).toBe('');
  });
});

test('the focus moves to the composer after the next visitor is claimed, even if the conversation is open', async () => {
  const id = '1b7c1f52-8a41-4b2e-9f6d-1c5e8a9b0d22';
  await desk.run(`(inPage) => {
    inPage.hearSession('${id}');
    location.hash = '#/c/${id}';
    const row = inPage.desk.state.get().rows.get('${id}');
    inPage.answers['/api/agent/next'] = { session: {
      ...row, status: 'claimed', claimedBy: 'oid-of-mia', claimedByName: 'Mia', updatedAt: '2030-01-01T00:00:00.000Z' } };
  }`);
  await desk.page.getByRole('textbox', { name: 'Private note' }).waitFor();
  await desk.page.getByRole('button', { name: 'Claim next' }).click();
  await field().waitFor();
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
});

describe('a conversation that is transferred to the agent', () => {
  const id = '1b7c1f52-8a41-4b2e-9f6d-1c5e8a9b0d22';
  const note = () => desk.page.getByRole('textbox', { name: 'Private note' });
  const transfer = () =>
    desk.run(`(inPage) => inPage.desk.queue.receive({
      ...inPage.desk.state.get().rows.get('${id}'), status: 'claimed', claimedBy: 'oid-of-mia',
      claimedByName: 'Mia', updatedAt: '2030-01-01T00:00:00.000Z' })`);

  beforeEach(async () => {
    await desk.run(`(inPage) => { inPage.hearSession('${id}'); location.hash = '#/c/${id}'; }`);
    await note().waitFor();
  });

  test('keeps the focus in the reply', async () => {
    await desk.page.evaluate('document.activeElement.blur()');
    await transfer();
    await field().waitFor();
  });

  test('keeps the agent’s unfinished note', async () => {
    await note().fill('Ask Lee');
    await transfer();
    await desk.page.getByRole('button', { name: 'Reply', exact: true }).waitFor();
    await expect.poll(() => note().inputValue()).toBe('Ask Lee');
  });

  test('keeps an empty note that has the focus', async () => {
    await note().focus();
    await transfer();
    await desk.page.getByRole('button', { name: 'Reply', exact: true }).waitFor();
    await expect.poll(() => note().count()).toBe(1);
  });
});

test('the next key works after a dialog is closed with Enter', async () => {
  await desk.run((inPage) => void (inPage.answers['/api/agent/next'] = {}));
  await desk.page.evaluate('document.activeElement.blur()');
  await desk.page.keyboard.press('?');
  const dialog = desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await desk.page.evaluate('document.activeElement.blur()');
  await desk.page.keyboard.press('x');
  await expect.poll(claims).toHaveLength(1);
});

describe('a key that is held down', () => {
  test('claims one visitor', async () => {
    await desk.run((inPage) => void (inPage.answers['/api/agent/next'] = {}));
    await desk.page.evaluate('document.activeElement.blur()');
    for (let press = 0; press < 5; press++) await desk.page.keyboard.down('x');
    await desk.page.keyboard.up('x');
    await expect.poll(() => claims()).toHaveLength(1);
    await desk.page.keyboard.press('x');
    await expect.poll(() => claims()).toHaveLength(2);
  });

  test('presses a focused button once', async () => {
    await desk.run((inPage) => void (inPage.answers['/api/agent/next'] = {}));
    await desk.page.getByRole('button', { name: 'Claim next' }).focus();
    for (let press = 0; press < 5; press++) await desk.page.keyboard.down('Enter');
    await desk.page.keyboard.up('Enter');
    await expect.poll(() => claims()).toHaveLength(1);
  });

  test('does not send the canned reply that its first press has chosen', async () => {
    await desk.run(
      `(inPage) => inPage.desk.state.update((state) => ({ ...state, canned: [
        { id: 'g', title: 'Greeting', content: 'Good morning.', updatedBy: 'Mia', version: '1' }] }))`,
    );
    await field().pressSequentially('/gree');
    await desk.page.getByRole('option').waitFor();
    for (let press = 0; press < 3; press++) await desk.page.keyboard.down('Enter');
    await desk.page.keyboard.up('Enter');
    await expect.poll(() => field().inputValue()).toBe('Good morning.');
    expect(await sent()).toEqual([]);
  });
});

describe('a key of an input method', () => {
  test.each([
    ['Chromium and Firefox', { isComposing: true, keyCode: 229 }],
    ['Safari, which has ended the composition', { isComposing: false, keyCode: 229 }],
  ])('in %s does not send and keeps the focus in the field', async (_browser, init) => {
    await field().fill('へんきんしたい');
    for (const key of ['Enter', 'Escape']) {
      await field().dispatchEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
    }
    await expect.poll(() => field().inputValue()).toBe('へんきんしたい');
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await sent()).toEqual([]);
  });
});
