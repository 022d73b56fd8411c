import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { AttachmentsReply } from '../../src/chat/wire/attachments.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { png } from '../support/files/images.ts';
import { holdAnswers } from './support/held-answers.ts';
import { startOffice, type DeskPage } from './support/office.ts';

let mia: DeskPage;
let sessionId: string;

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth', ATTACHMENTS: 'true' } }));
beforeAll(async () => {
  mia = await office.agent('Mia Berg');
});
afterEach(() => mia.page.unrouteAll({ behavior: 'ignoreErrors' }));

const noteField = () => mia.page.getByRole('textbox', { name: 'Private note' });
const notes = () => mia.thread.locator('.note:not(.sending):not(.failed) .bubble').allInnerTexts();

describe('the composer', () => {
  beforeEach(async () => {
    sessionId = await office.conversation('human_requested', 'I want my money back');
    await mia.claim(sessionId);
  });

  test('stays in Note after a note was saved', async () => {
    await mia.key('n');
    await mia.page.keyboard.type('Third complaint of this one');
    await mia.page.keyboard.press('Enter');
    await mia.page.keyboard.type('Do not offer a discount');
    await expect.poll(notes).toEqual(['Third complaint of this one']);
    await expect.poll(() => noteField().inputValue()).toBe('Do not offer a discount');
    await mia.page.keyboard.press('Enter');
    await expect.poll(notes).toEqual(['Third complaint of this one', 'Do not offer a discount']);
    await expect.poll(() => noteField().count()).toBe(1);
    expect((await office.stored(sessionId)).join()).not.toContain('discount');
    await mia.button('Reply').click();
    await mia.say('One moment.');
    await expect.poll(() => office.stored(sessionId)).toContain('One moment.');
  });

  test('keeps a note that fails to be saved, with text that was typed in the meantime', async () => {
    await mia.page.route('**/notes', (route) => route.abort());
    await mia.key('n');
    await noteField().fill('The first note');
    await noteField().press('Enter');
    await mia.page.keyboard.type('The second');
    await mia.thread.getByText('Not saved.').waitFor();
    await expect.poll(() => noteField().inputValue()).toBe('The second');
    await mia.page.unroute('**/notes');
    await mia.thread.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(notes).toEqual(['The first note']);
  });

  test('tells the visitor only of a reply that has a text', async () => {
    await mia.field.fill('Half a sentence');
    await mia.page.reload();
    await expect.poll(() => mia.field.inputValue()).toBe('Half a sentence');
    await mia.page.evaluate(() => {
      const told: string[] = [];
      const send = window.fetch;
      window.fetch = (...call) => {
        const field = document.querySelector<HTMLTextAreaElement>('.composer textarea');
        const isTyping = JSON.stringify(call).includes('typing');
        if (isTyping) told.push(field?.value ?? '');
        return send(...call);
      };
      Object.assign(window, { told });
    });
    await mia.field.fill('');
    await mia.key('n');
    await noteField().fill('A note');
    await mia.button('Reply').click();
    await mia.field.fill('One moment');
    await expect.poll(() => mia.page.evaluate('told')).toEqual(['One moment']);
  });

  test('loses the focus with Escape, and single keys work again', async () => {
    await mia.field.fill('Half a sentence');
    await mia.page.keyboard.press('Escape');
    await mia.page.keyboard.press('n');
    await noteField().waitFor();
    await expect.poll(() => noteField().inputValue()).toBe('');
    expect(await noteField().evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('keeps an unsaved note while the agent views another conversation', async () => {
    await mia.key('n');
    await noteField().fill('Half a note');
    const other = await office.conversation('human_requested');
    await mia.open(other);
    await mia.row(sessionId).getByText('Draft: Half a note').waitFor();
    await mia.open(sessionId);
    await expect.poll(() => noteField().inputValue()).toBe('Half a note');
  });

  test('keeps a reply when the conversation is taken away, does not send it, and says that it is saved', async () => {
    await mia.field.pressSequentially('You will have it back with');
    const authorization = mia.authorization();
    const release = `${office.service.origin}/api/agent/sessions/${sessionId}/release`;
    const released = await fetch(release, { method: 'POST', headers: { authorization } });
    expect(released.status).toBe(200);
    await mia.page.getByText('Your draft is saved.').waitFor();
    await mia.page.keyboard.type('in a week');
    await mia.page.keyboard.press('Enter');
    await expect.poll(() => mia.field.inputValue()).toBe('You will have it back within a week');
    await expect.poll(() => mia.button('Send').isDisabled()).toBe(true);
    await mia.button(/^Claim$/).click();
    await mia.button('Send').click();
    await expect.poll(() => office.stored(sessionId)).toContain('You will have it back within a week');
    expect(await notes()).toEqual([]);
  });

  test('sends chosen and pasted files, keeps them in other conversations, and deletes removed ones', async () => {
    const chips = mia.page.getByRole('list', { name: 'Files to send' });
    const choosing = mia.page.waitForEvent('filechooser');
    await mia.button('Attach files').click();
    await (await choosing).setFiles([{ name: 'photo.png', mimeType: 'image/png', buffer: png(30, 20) }]);
    const words = await mia.page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Words of a document');
      data.items.add(new File(['-'], 'words.txt', { type: 'text/plain' }));
      return data;
    });
    const clipboard = await mia.page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Order 4711'], 'order.txt', { type: 'text/plain' }));
      data.items.add(new File(['<svg/>'], 'drawing.svg', { type: 'image/svg+xml' }));
      return data;
    });
    for (const pasted of [words, clipboard]) {
      await mia.field.evaluate((field, clipboardData) => {
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, pasted);
    }
    const other = await office.conversation('human_requested');
    await mia.open(other);
    await expect.poll(() => chips.count()).toBe(0);
    await mia.open(sessionId);
    await chips.getByText('This kind of file cannot be sent.').waitFor();
    await expect.poll(() => chips.getByText('words.txt').count()).toBe(0);
    await chips.getByRole('button', { name: 'Dismiss drawing.svg' }).click();
    await chips.getByRole('button', { name: 'Remove order.txt' }).click();
    await chips.getByRole('button', { name: 'Remove photo.png' }).waitFor();
    await mia.button('Send').click();
    await mia.thread.getByRole('link', { name: 'photo.png' }).waitFor();
    await chips.waitFor({ state: 'detached' });
    const headers = { authorization: mia.authorization() };
    const path = `/api/agent/sessions/${sessionId}/attachments`;
    const names = async () =>
      AttachmentsReply.parse(await (await office.service.get(path, headers)).json()).attachments.map(
        ({ name }) => name,
      );
    await expect.poll(names).toEqual(['photo.png']);
    expect(await office.stored(sessionId)).toContain('photo.png');
  });

  test('does not send a slash command while the canned replies are loading', async () => {
    const fresh = await office.agent('Lee Okafor');
    const before = mia;
    mia = fresh;
    onTestFinished(() => {
      mia = before;
    });
    const id = await office.conversation('human_requested');
    await mia.claim(id);
    const release = await holdAnswers(mia.page, '**/canned-replies');
    await mia.field.pressSequentially('/refund');
    await mia.field.press('Enter');
    await expect.poll(() => mia.field.inputValue()).toBe('/refund');
    await release();
    await mia.page.getByText('No canned replies found.').waitFor();
    expect(await office.stored(id)).not.toContain('/refund');
  });
});

describe('a claim whose answer is late', () => {
  test('does not replace a note that the agent has begun in the meantime', async () => {
    const id = await office.conversation('human_requested');
    await mia.open(id);
    const release = await holdAnswers(mia.page, '**/claim');
    await mia.key('c');
    await mia.key('n');
    await mia.page.keyboard.type('Knows Jonas');
    await release();
    await mia.page.getByText('With you').waitFor();
    await mia.page.keyboard.type(' well');
    await expect.poll(() => noteField().inputValue()).toBe('Knows Jonas well');
  });
});

describe('live updates during use', () => {
  const order = () =>
    mia
      .section('Waiting for a person')
      .locator('[data-session]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-session')));

  test('keep the order of the list while the pointer is in it, and apply it a moment later', async () => {
    const [first, second] = [
      await office.conversation('human_requested', 'First'),
      await office.conversation('human_requested', 'Second'),
    ];
    await mia.row(second).waitFor();
    const before = await order();
    await mia.row(second).hover();
    const { x = 0, y = 0 } = (await mia.row(second).boundingBox()) ?? {};
    // Keeps the pointer in motion, as a hand does before it clicks.
    const moving = setInterval(() => void mia.page.mouse.move(x + 20, y + 10), 200);
    onTestFinished(() => clearInterval(moving));
    await office.conversation('human_requested', 'Third');
    const lee = await office.agent('Ana Souza');
    await lee.claim(first);
    await mia.row(first).getByText('Ana Souza').waitFor();
    expect(await order()).toEqual(before);
    clearInterval(moving);
    await expect.poll(order).not.toEqual(before);
    expect(await order()).not.toContain(first);
  });

  test('do not turn typed text into shortcuts when the field disappears', async () => {
    const id = await office.conversation('human_requested');
    await mia.open(id);
    await mia.key('n');
    await mia.page.keyboard.type('A note that is never finish');
    await mia.page.evaluate(() => document.querySelector('.composer')?.remove());
    const hash = () => new URL(mia.page.url()).hash;
    const here = hash();
    await mia.page.keyboard.type('ed, jack');
    expect(hash()).toBe(here);
    await expect.poll(() => mia.button(/^Claim$/).count()).toBe(1);
  });

  test('do not move the focus of a dialog when its names arrive late', async () => {
    await office.agent('Ana Souza');
    const id = await office.conversation('human_requested');
    await mia.page.reload();
    await mia.claim(id);
    const release = await holdAnswers(mia.page, '**/colleagues');
    await mia.key('t');
    // The dialog takes the focus when it has opened.
    await mia.page.locator('dialog :focus').waitFor();
    await mia.page.keyboard.press('Tab');
    const focused = () => mia.page.evaluate(() => document.activeElement?.tagName);
    const before = await focused();
    await release();
    await mia.page.getByRole('dialog').getByText('Ana Souza').waitFor();
    expect(await focused()).toBe(before);
    await mia.page.keyboard.press('Escape');
  });
});
