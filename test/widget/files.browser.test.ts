import { describe, expect } from 'vitest';
import type { Fault } from './support/fake-service.ts';
import { answerInTwo } from './support/turns.ts';
import { onRegisteredSite as it } from './support/with-sites.ts';
import type { RegisteredSite } from './support/registered-site.ts';

const replying =
  (status: number, body?: object): Fault =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === undefined ? undefined : JSON.stringify(body));

/** A conversation in which the visitor can send files: the service takes one, with the id `one`. */
async function withFiles(site: RegisteredSite) {
  const { service, registry } = site;
  registry.face = { ...registry.face, attachments: true };
  service.fault('attachments', replying(201, { id: 'one' }));
  service.fault('attachments/one/blocks/0', replying(204));
  service.fault('attachments/one', replying(200, { ticket: 'notes.txt' }));
  const visit = await site.conversation();
  const chooseFile = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = visit.page.waitForEvent('filechooser');
    await visit.button('Attach a file').click();
    await (await chooser).setFiles(file);
  };
  const choose = () => chooseFile({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('1') });
  return { service, visit, choose, chooseFile };
}

/** A message with files by their ids, as the service stores it. */
const holding = (...ids: string[]) => ({
  attachments: ids.map((id) => ({ id, name: `${id}.txt`, type: 'text', bytes: 1 })),
});

describe('a file', () => {
  it('is a message like any other: its answer is shown as it comes, however long it takes', async ({
    site,
  }) => {
    const { service, visit, choose } = await withFiles(site);
    const answer = answerInTwo(service, ['You sent', ' notes.']);
    await choose();
    await visit.panel.getByText('You sent').waitFor();
    expect(await visit.panel.getByText('This file was not sent.').count()).toBe(0);
    answer.finish();
    await visit.log.getByText('You sent notes.').waitFor();
    expect(service.theConversation().session.messages.map(({ content }) => content)).toEqual([
      'Hello',
      'You said: Hello',
      'notes.txt',
      'You sent notes.',
    ]);
  });

  it('that the service did not take is sent again as the same message', async ({ site }) => {
    const { service, visit, choose } = await withFiles(site);
    service.fault('chat/stream', replying(503, { error: 'x', message: 'y' }));
    await choose();
    await visit.panel.getByText('Your message was not sent.').waitFor();
    service.fault('chat/stream', undefined);
    await visit.button('Try again').click();
    await visit.log.getByText('You said: notes.txt').waitFor();
    const sent = service.requests.filter(({ path }) => path === 'chat/stream').slice(1);
    const ids = sent.map(({ body }) => (body as { clientMessageId: string }).clientMessageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('has its link in each conversation, also where it came later than the others', async ({ site }) => {
    const { service, visit } = await withFiles(site);
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

  it('without a link yet opens nothing of the page', async ({ site }) => {
    const { service, visit } = await withFiles(site);
    service.fault('attachments', replying(503, {}));
    service.setAnswer(() => ['First'], holding('a'));
    await visit.send('One');
    await visit.log.locator('a.file').waitFor();
    expect(await visit.log.locator('a.file').getAttribute('href')).toBeNull();
    await visit.log.locator('a.file').click();
    expect(site.context.pages()).toHaveLength(1);
  });

  it('that is an image is drawn anew and named by its type; a GIF, which may be animated, goes as it is', async ({
    site,
  }) => {
    const { service, visit, chooseFile } = await withFiles(site);
    // A picture of one pixel.
    const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
    await chooseFile({ name: 'moving.gif', mimeType: 'image/gif', buffer: gif });
    await visit.log.getByText('You said: notes.txt').waitFor();
    await chooseFile({ name: 'photo.webp', mimeType: 'image/webp', buffer: gif });
    await expect.poll(() => service.requests.filter(({ path }) => path === 'attachments').length).toBe(2);
    const begun = service.requests.flatMap(({ path, body }) => (path === 'attachments' ? [body] : []));
    expect(begun).toMatchObject([{ fileName: 'moving.gif', bytes: gif.length }, { fileName: 'photo.png' }]);
  });

  it('in the clipboard beside a text is its picture, and the text is pasted', async ({ site }) => {
    const { service, visit } = await withFiles(site);
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
