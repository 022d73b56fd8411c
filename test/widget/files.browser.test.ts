import { describe, expect } from 'vitest';
import { answerInTwo } from './support/turns.ts';
import { chooseFiles, conversationWithFiles, NOTES, replying } from './support/with-files.ts';
import { onRegisteredSite as it } from './support/with-sites.ts';

/** A message with files by their ids, as the service stores it. */
const holding = (...ids: string[]) => ({
  attachments: ids.map((id) => ({ id, name: `${id}.txt`, type: 'text', bytes: 1 })),
});

describe('a file', () => {
  it('is a message like any other, and its answer is streamed without a time limit', async ({ site }) => {
    const { service, visit } = await conversationWithFiles(site);
    const answer = answerInTwo(service, ['You sent', ' notes.']);
    await chooseFiles(visit, NOTES);
    await visit.input.press('Enter');
    await visit.panel.getByText('You sent').waitFor();
    await expect.poll(() => visit.panel.getByText('This file was not sent.').count()).toBe(0);
    answer.finish();
    await visit.log.getByText('You sent notes.').waitFor();
    expect(service.theConversation().session.messages.map(({ content }) => content)).toEqual([
      'Hello',
      'You said: Hello',
      'notes.txt',
      'You sent notes.',
    ]);
  });

  it('that the service did not accept is sent again as the same message', async ({ site }) => {
    const { service, visit } = await conversationWithFiles(site);
    service.fault('chat/stream', replying(503, { error: 'x', message: 'y' }));
    await chooseFiles(visit, NOTES);
    await visit.input.press('Enter');
    await visit.panel.getByText('Your message was not sent.').waitFor();
    service.fault('chat/stream', undefined);
    await visit.button('Try again').click();
    await visit.log.getByText('You said: notes.txt').waitFor();
    const sent = service.requests.filter(({ path }) => path === 'chat/stream').slice(1);
    const ids = sent.map(({ body }) => (body as { clientMessageId: string }).clientMessageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('gets its link in each conversation, even if it comes later than the others', async ({ site }) => {
    const { service, visit } = await conversationWithFiles(site);
    const linked = (...ids: string[]) =>
      replying(200, { attachments: ids.map((id) => ({ id, url: `https://files.test/${id}` })) });
    const linkTo = (id: string) => visit.log.locator('a.file', { hasText: `${id}.txt` }).getAttribute('href');
    service.fault('attachments', linked('a'));
    service.setAnswer(() => ['First'], holding('a'));
    await visit.send('One');
    await expect.poll(() => linkTo('a')).toBe('https://files.test/a');
    service.fault('attachments', linked('a', 'b'));
    service.setAnswer(() => ['Second'], holding('b'));
    await visit.send('Two');
    await expect.poll(() => linkTo('b')).toBe('https://files.test/b');
    await visit.page.evaluate('ChatWidget.reset()');
    await expect.poll(() => visit.log.locator('article').count()).toBe(0);
    service.fault('attachments', linked('c'));
    service.setAnswer(() => ['Third'], holding('c'));
    await visit.send('Three');
    await expect.poll(() => linkTo('c')).toBe('https://files.test/c');
  });

  it('without a link opens no page when it is clicked', async ({ site }) => {
    const { service, visit } = await conversationWithFiles(site);
    service.fault('attachments', replying(503, {}));
    service.setAnswer(() => ['First'], holding('a'));
    await visit.send('One');
    await visit.log.locator('a.file').waitFor();
    await expect.poll(() => visit.log.locator('a.file').getAttribute('href')).toBeNull();
    await visit.log.locator('a.file').click();
    expect(site.context.pages()).toHaveLength(1);
  });

  it('that is an image is encoded again and named by its type, except a GIF, which is sent unchanged', async ({
    site,
  }) => {
    const { visit, begun } = await conversationWithFiles(site);
    // A picture of one pixel.
    const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    await chooseFiles(
      visit,
      { name: 'moving.gif', mimeType: 'image/gif', buffer: gif },
      { name: 'photo.webp', mimeType: 'image/webp', buffer: gif },
    );
    await visit.button('Remove photo.png').waitFor();
    await visit.input.press('Enter');
    await expect
      .poll(() => begun())
      .toMatchObject([{ fileName: 'moving.gif', bytes: gif.length }, { fileName: 'photo.png' }]);
  });

  it('in the clipboard next to a text is ignored, and the text is pasted', async ({ site }) => {
    const { service, visit } = await conversationWithFiles(site);
    const before = service.requests.length;
    const isLeft = await visit.input.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'a\tb');
      clipboardData.items.add(new File(['1'], 'cells.png', { type: 'image/png' }));
      return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    });
    expect([isLeft, service.requests.length]).toEqual([true, before]);
  });
});
