import { describe, expect } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { png } from '../support/files/images.ts';
import { inRelease } from './support/bundle.ts';
import { answerInTwo } from './support/turns.ts';
import { chooseFiles, conversationWithFiles, give, NOTES, replying } from './support/with-files.ts';
import { onRegisteredSite as it, withRegisteredSites } from './support/with-sites.ts';

const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: png(60, 40) };
const ZIP = { name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004zip') };
const EMPTY = { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) };
const startSite = withRegisteredSites();

describe('files that were chosen', () => {
  it('are shown above the composer, and sent with its text when the visitor presses Send', async ({
    site,
  }) => {
    const { service, visit, rows, sent, begun } = await conversationWithFiles(site);
    const part = await inRelease('files.js');
    expect(service.requests.some(({ path }) => path === part)).toBe(false);
    await chooseFiles(visit, PHOTO, NOTES);
    await expect.poll(() => rows.locator('canvas').count()).toBe(1);
    await expect.poll(() => rows.locator('.name').allInnerTexts()).toEqual(['photo.png', 'notes.txt']);
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/notes\.txt\s+1 kB/);
    await expect.poll(() => visit.panel.getByRole('list', { name: 'Files to send: 2' }).count()).toBe(1);
    await visit.input.fill('Both of them');
    expect(await violations(visit.page.frames()[1] ?? visit.page, { include: ['chat-widget'] })).toEqual([]);
    expect([begun(), sent()]).toEqual([[], []]);
    await visit.button('Send').click();
    await visit.log.getByText('You said: Both of them').waitFor();
    expect(sent()).toMatchObject([{ message: 'Both of them', attachments: ['photo.png', 'notes.txt'] }]);
    expect([await rows.count(), await visit.input.inputValue()]).toEqual([0, '']);
    expect(visit.errors).toEqual([]);
  });

  it('are removed one by one, and the focus moves to the next one, and then to the composer', async ({
    site,
  }) => {
    const { visit, rows, begun } = await conversationWithFiles(site);
    await chooseFiles(visit, PHOTO, NOTES);
    await visit.button('Remove photo.png').focus();
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => rows.locator('.name').allInnerTexts()).toEqual(['notes.txt']);
    expect(await visit.button('Remove notes.txt').evaluate((one) => one.matches(':focus'))).toBe(true);
    await visit.page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(0);
    expect(await visit.input.evaluate((one) => one.matches(':focus'))).toBe(true);
    await expect.poll(() => visit.button('Send').isVisible()).toBe(false);
    expect(begun()).toEqual([]);
  });

  it('that cannot be sent show the reason in the visitor’s language, and the others are sent', async ({
    site,
  }) => {
    const { visit, rows, sent, begun } = await conversationWithFiles(site, { lang: 'de' });
    await give(visit, 'drop', ZIP, EMPTY, { ...NOTES, name: 'large.txt', more: 10 * 1024 * 1024 }, NOTES);
    const faults = ['Wählen Sie ein Bild, eine PDF- oder eine Textdatei.', 'ist leer.', 'größer als 10 MB.'];
    for (const [index, words] of faults.entries()) {
      await rows.nth(index).getByRole('alert').getByText(words).waitFor();
    }
    await visit.input.press('Enter');
    await visit.log.getByText('You said: notes.txt').waitFor();
    expect(sent()).toMatchObject([{ attachments: ['notes.txt'] }]);
    expect(sent()[0]).not.toHaveProperty('message');
    expect(begun()).toHaveLength(1);
    await expect.poll(() => rows.count()).toBe(3);
  });

  it('are limited to five in a message, and the others follow in the next one', async ({ site }) => {
    const { visit, rows, sent } = await conversationWithFiles(site);
    const files = Array.from({ length: 6 }, (_, index) => ({ ...NOTES, name: `${index}.txt` }));
    await chooseFiles(visit, ...files);
    await rows.nth(5).getByText('Send this file with the next message.').waitFor();
    await visit.button('Send').click();
    await expect.poll(() => rows.locator('.name').allInnerTexts()).toEqual(['5.txt']);
    await visit.log.getByText('You said: 0.txt').waitFor();
    await expect.poll(() => rows.getByText('Send this file with the next message.').count()).toBe(0);
    await visit.input.press('Enter');
    await expect.poll(() => sent()).toHaveLength(2);
    expect(sent()[1]).toMatchObject({ attachments: ['5.txt'] });
  });
});

describe('files that are given to the panel', () => {
  it.each(['paste', 'drop'] as const)('by %s are reviewed, too', async (event) => {
    const site = await startSite();
    const { visit, rows, begun } = await conversationWithFiles(site);
    await give(visit, event, PHOTO, NOTES);
    await expect.poll(() => rows.count()).toBe(2);
    expect(begun()).toEqual([]);
  });

  it('have a drop area while they are dragged over the panel', async ({ site }) => {
    const { visit } = await conversationWithFiles(site);
    const target = visit.panel.getByText('Drop files here');
    await give(visit, 'dragenter', NOTES);
    await expect
      .poll(async () => {
        await give(visit, 'dragover', NOTES);
        return target.isVisible();
      })
      .toBe(true);
    await give(visit, 'drop', NOTES);
    await expect.poll(() => target.isVisible()).toBe(false);
  });
});

describe('a file that does not arrive', () => {
  it('stays with the text, and the next try sends only the missing part', async ({ site }) => {
    const { service, visit, rows, sent, begun } = await conversationWithFiles(site);
    service.fault('attachments/file-1', replying(503, {}));
    service.fault('attachments', (request, response, body) =>
      replying(request.method === 'GET' ? 200 : 201, body instanceof Object ? { id: 'file-1' } : {})(
        request,
        response,
        body,
      ),
    );
    service.fault('attachments/file-1/blocks/0', replying(204));
    await chooseFiles(visit, NOTES);
    await visit.input.fill('My notes');
    await visit.button('Send').click();
    await rows.getByRole('alert').getByText('This file was not sent.').waitFor();
    expect([await visit.input.inputValue(), sent()]).toEqual(['My notes', []]);
    service.fault('attachments/file-1', replying(200, { ticket: 'notes.txt' }));
    await visit.button('Try again').click();
    await visit.log.getByText('You said: My notes').waitFor();
    expect(sent()).toMatchObject([{ message: 'My notes', attachments: ['notes.txt'] }]);
    expect(begun()).toHaveLength(1);
    expect(service.requests.filter(({ path }) => path.startsWith('attachments/file-1/blocks'))).toHaveLength(
      1,
    );
  });

  it('because the visitor cancels the upload stays as well', async ({ site }) => {
    const { service, visit, rows, sent } = await conversationWithFiles(site);
    const held = Promise.withResolvers<undefined>();
    service.fault('attachments', (request, response, body) => {
      const begin = () => {
        replying(201, { id: 'file-1' })(request, response, body);
      };
      if (request.method === 'GET') replying(200, {})(request, response, body);
      else void held.promise.then(begin);
    });
    service.fault('attachments/file-1/blocks/0', replying(204));
    service.fault('attachments/file-1', replying(200, { ticket: 'notes.txt' }));
    await chooseFiles(visit, NOTES);
    await visit.input.press('Enter');
    await visit.button('Cancel').click();
    held.resolve(undefined);
    await visit.button('Send').waitFor();
    expect([await rows.count(), sent()]).toEqual([1, []]);
    await visit.input.press('Enter');
    await expect.poll(() => sent()).toMatchObject([{ attachments: ['notes.txt'] }]);
  });

  it('because the conversation has ended moves to the next one, with the text', async ({ site }) => {
    const { service, visit, rows, sent } = await conversationWithFiles(site);
    await chooseFiles(visit, NOTES);
    await visit.input.fill('My notes');
    service.theConversation().session.status = 'closed';
    await visit.button('Send').click();
    await visit.button('Start a new conversation').click();
    await rows.getByText('notes.txt').waitFor();
    await expect.poll(() => visit.input.inputValue()).toBe('My notes');
    await visit.ask('Hello');
    await visit.button('Send').waitFor();
    await visit.input.press('Enter');
    await expect.poll(() => sent().at(-1)).toMatchObject({ attachments: ['notes.txt'] });
  });

  it('because the code for files does not load is kept until it loads', async ({ site }) => {
    const { service, visit, rows } = await conversationWithFiles(site);
    const part = await inRelease('files.js');
    service.fault(part, replying(503));
    await chooseFiles(visit, NOTES);
    const retry = visit.button('This could not be loaded. Try again.');
    await retry.waitFor();
    service.fault(part, undefined);
    await retry.click();
    await rows.getByText('notes.txt').waitFor();
    await expect.poll(() => retry.count()).toBe(0);
  });
});

describe('the Send button of the composer', () => {
  it('sends files during an answer, and stops the answer once they are sent', async ({ site }) => {
    const { service, visit, sent } = await conversationWithFiles(site);
    const answer = answerInTwo(service, ['One moment', '.']);
    await visit.send('First');
    await visit.panel.getByText('One moment').waitFor();
    await visit.button('Stop').waitFor();
    await chooseFiles(visit, NOTES);
    await visit.button('Send').click();
    await visit.button('Stop').waitFor();
    answer.finish();
    await expect.poll(() => sent()).toHaveLength(2);
    expect(sent()[1]).toMatchObject({ attachments: ['notes.txt'] });
  });

  it('does not stop the answer at the second click of a double click', async ({ site }) => {
    const { service, visit } = await conversationWithFiles(site);
    const answer = answerInTwo(service, ['You sent', ' notes.']);
    await chooseFiles(visit, NOTES);
    await visit.button('Send').dblclick();
    await visit.panel.getByText('You sent').waitFor();
    await expect.poll(() => visit.panel.getByText('Stopped').count()).toBe(0);
    answer.finish();
    await visit.log.getByText('You sent notes.').waitFor();
  });
});

it('names, sizes and reasons of files are readable in the dark theme', async () => {
  const site = await startSite({ colorScheme: 'dark' });
  const { visit, rows } = await conversationWithFiles(site);
  await chooseFiles(visit, NOTES, ZIP);
  await rows.getByRole('alert').getByText('This file cannot be sent.').waitFor();
  const place = visit.page.frames()[1] ?? visit.page;
  expect(await violations(place, { include: ['chat-widget'] }, 'colors')).toEqual([]);
});

describe.each([
  ['360 px', { width: 360, height: 740 }],
  ['400 % zoom', { width: 320, height: 256 }],
])('the files of a message at %s', (_name, viewport) => {
  it('can be reached with their buttons, without sideways scrolling', async () => {
    const site = await startSite({ viewport });
    const { visit, rows } = await conversationWithFiles(site);
    await chooseFiles(visit, { ...NOTES, name: `${'long name '.repeat(12)}.txt` }, ZIP);
    for (const control of [
      visit.button(/^Remove long/),
      visit.button('Remove all.zip'),
      visit.button('Send'),
    ]) {
      await control.scrollIntoViewIfNeeded();
      const { x = -1, y = -1, width = 0 } = (await control.boundingBox()) ?? {};
      expect([
        control.toString(),
        x >= 0 && x + width <= viewport.width && y >= 0 && y < viewport.height,
      ]).toEqual([control.toString(), true]);
    }
    await expect.poll(() => rows.count()).toBe(2);
    expect(await visit.panel.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });
});
