import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Fault } from './support/fake-service.ts';
import { onSite as it, withSites } from './support/with-sites.ts';

const startSite = withSites();
const answerWith =
  (status: number, headers: Record<string, string> = {}, body = '{"error":"x","message":"y"}'): Fault =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

async function opened() {
  const site = await startSite();
  const visit = await site.opened();
  return { ...site, visit };
}

describe('a message that cannot be sent', () => {
  it('is marked as failed, keeps its place and is sent once when the visitor tries again', async () => {
    const { service, visit } = await opened();
    service.fault('chat/stream', answerWith(503));
    await visit.send('One');
    await visit.panel.getByText('Your message was not sent.').waitFor();
    await expect.poll(() => visit.panel.locator('.visitor').innerText()).toBe('You\nOne\nNot sent');
    service.fault('chat/stream', undefined);
    await visit.ask('Two');
    await expect.poll(() => visit.log.getByText('Sent', { exact: true }).count()).toBe(2);
    await expect.poll(() => visit.panel.getByText('Not sent').count()).toBe(0);
    expect(service.theConversation().session.messages.map(({ content }) => content)).toEqual([
      'One',
      'You said: One',
      'Two',
      'You said: Two',
    ]);
  });

  it('because the conversation is closed is sent in a new one', async () => {
    const { service, visit } = await opened();
    await visit.ask('Hello');
    service.theConversation().session.status = 'closed';
    await visit.send('Still there?');
    await visit.panel.getByText('This conversation has ended.').waitFor();
    await visit.button('Start a new conversation').click();
    await visit.log.getByText('You said: Still there?').waitFor();
    await expect.poll(() => visit.log.locator('article').count()).toBe(2);
    expect(service.sessions.size).toBe(2);
  });

  it('is still there after a reload, and so is the draft', async () => {
    const { service, visit } = await opened();
    service.fault('chat/stream', answerWith(500));
    await visit.send('One');
    await visit.panel.getByText('Your message was not sent.').waitFor();
    await visit.input.fill('Half a sen');
    service.fault('chat/stream', undefined);
    await visit.page.reload();
    await visit.log.getByText('You said: One').waitFor();
    await expect.poll(() => visit.input.inputValue()).toBe('Half a sen');
  });
});

describe('an answer that fails', () => {
  it('because the model is down can be requested again, without a second copy of the question', async () => {
    const { service, visit } = await opened();
    service.setAnswer(() => {
      throw new Error('down');
    });
    service.fault('chat/stream', answerWith(502));
    await visit.send('Hello');
    await visit.panel.getByText('We could not reach the assistant.').waitFor();
    await expect.poll(() => visit.button('Talk to a person').isVisible()).toBe(true);
    service.fault('chat/stream', undefined);
    service.setAnswer(() => ['Here I am']);
    await visit.button('Try again').click();
    await visit.log.getByText('Here I am').waitFor();
    expect(service.theConversation().session.messages).toHaveLength(2);
  });
});

describe('text in the composer', () => {
  it('can be sent during an answer, and waits until the answer is complete', async () => {
    const { service, visit } = await opened();
    let finish = () => {};
    service.setAnswer(async function* (message) {
      if (message === 'One') await new Promise<void>((resolve) => (finish = resolve));
      yield `Re: ${message}`;
    });
    await visit.send('One');
    await visit.send('Two');
    await visit.panel.getByText('Two', { exact: true }).waitFor();
    await expect.poll(() => service.sessions.size).toBe(1);
    expect(service.theConversation().session.messages).toHaveLength(1);
    finish();
    await visit.log.getByText('Re: Two').waitFor();
    expect(service.theConversation().session.messages.map(({ content }) => content)).toEqual([
      'One',
      'Re: One',
      'Two',
      'Re: Two',
    ]);
  });

  it('is counted in code points near the limit and cannot be sent beyond it', async () => {
    const { service, visit } = await opened();
    await visit.input.fill('🙂'.repeat(3790));
    await expect.poll(() => visit.panel.getByText('Characters left').count()).toBe(0);
    await visit.input.fill('🙂'.repeat(3990));
    await visit.panel.getByText('Characters left: 10').waitFor();
    await visit.input.fill('🙂'.repeat(4001));
    await visit.panel.getByText('1 character too many', { exact: true }).waitFor();
    // The composer is drawn in the next frame.
    await expect.poll(() => visit.input.getAttribute('aria-invalid')).toBe('true');
    const colorOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).color);
    expect(await colorOf(visit.panel.getByText('1 character too many'))).toBe(await colorOf(visit.input));
    await visit.input.press('Enter');
    await expect.poll(() => visit.input.inputValue()).toHaveLength(8002);
    await visit.input.fill('🙂'.repeat(4129));
    await visit.panel.getByText('129 characters too many', { exact: true }).waitFor();
    await visit.input.fill('🙂'.repeat(4000));
    await visit.input.press('Enter');
    await expect.poll(() => service.requests.at(-1)?.path).toBe('chat/stream');
  });

  it('gets a new line with Shift and Enter, and white space is not sent', async () => {
    const { service, visit } = await opened();
    await visit.send('   ');
    await visit.input.fill('a');
    await visit.input.press('Shift+Enter');
    await visit.page.keyboard.type('b');
    await visit.input.press('Enter');
    await visit.log.getByText('You said: a').waitFor();
    expect(service.theConversation().session.messages[0]?.content).toBe('a\nb');
  });
});
