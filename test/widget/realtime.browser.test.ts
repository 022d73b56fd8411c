import { describe, expect } from 'vitest';
import { onSite as it, withSites } from './support/with-sites.ts';
import { handoff } from './support/turns.ts';

const startSite = withSites();

/** A visitor with an answer of the assistant, and how often the messages were asked for. */
async function withAnswer() {
  const site = await startSite();
  const visit = await site.visit();
  await visit.page.clock.install();
  await visit.open();
  await visit.ask('Hello');
  const asked = () => site.service.requests.filter(({ path }) => path.startsWith('messages?')).length;
  return { ...site, go: site.visit, visit, asked };
}

/** A visitor who has asked for a person, and Mia who has come. */
async function withMia() {
  const site = await withAnswer();
  await handoff(site.service, site.visit);
  return site;
}

describe('the real-time connection', () => {
  it('is opened when a person is requested, and not earlier', async () => {
    const { service, conversation } = await startSite();
    await conversation();
    expect(service.requests.some(({ path }) => path === 'negotiate')).toBe(false);
  });

  it('is opened within 20 seconds once an agent claims an open conversation, which was asked until then', async () => {
    const { service, visit, asked } = await withAnswer();
    const before = asked();
    await visit.page.clock.runFor(21_000);
    await expect.poll(asked).toBe(before + 1);
    service.claim('Mia');
    service.say('May I help you with that?');
    await visit.page.clock.runFor(21_000);
    await visit.log.getByText('May I help you with that?').waitFor();
    await expect.poll(() => service.sockets()).toBe(1);
  });

  it('is not looked for any longer 15 minutes after the newest message of an open conversation', async () => {
    const { visit, asked } = await withAnswer();
    await visit.page.clock.fastForward(901_000);
    const before = asked();
    await visit.page.clock.runFor(60_000);
    expect(asked()).toBe(before);
    await visit.ask('And to Sweden?');
    await visit.page.clock.runFor(21_000);
    await expect.poll(asked).toBe(before + 1);
  });

  it('is opened with the panel if an agent has claimed an open conversation meanwhile', async () => {
    const { service, visit } = await withAnswer();
    await visit.launcher.click();
    await visit.page.clock.fastForward(901_000);
    service.claim('Mia');
    service.say('May I help you with that?');
    await visit.open();
    await visit.log.getByText('May I help you with that?').waitFor();
    await expect.poll(() => service.sockets()).toBe(1);
  });

  it('is looked for again when the panel is opened after 15 minutes, and not when it is closed', async () => {
    const { visit, asked } = await withAnswer();
    const before = asked();
    await visit.launcher.click();
    await visit.page.clock.fastForward(901_000);
    await visit.open();
    await expect.poll(asked).toBe(before + 1);
    await visit.page.clock.runFor(21_000);
    await expect.poll(asked).toBe(before + 2);
  });

  it('asks for no messages when the panel is opened again while a person is there', async () => {
    const { service, visit, asked } = await withMia();
    await visit.launcher.click();
    const before = asked();
    await visit.open();
    service.say('Are you still there?');
    await visit.log.getByText('Are you still there?').waitFor();
    expect(asked()).toBe(before);
  });

  it('is restored after it was lost, and delivers missed messages', async () => {
    const { service, visit } = await withMia();
    service.refuseSockets = true;
    service.dropSockets();
    await expect.poll(() => service.sockets()).toBe(0);
    service.say('While you were away');
    service.refuseSockets = false;
    await visit.page.clock.fastForward(2000);
    await visit.log.getByText('While you were away').waitFor();
    expect(service.sockets()).toBe(1);
  });

  it('is not opened at the page’s own address if the service returns none', async () => {
    const { service, visit } = await withMia();
    service.fault('negotiate', (_request, response) => void response.writeHead(503).end('{}'));
    const sockets: string[] = [];
    visit.page.on('websocket', (socket) => sockets.push(socket.url()));
    const tries = () => service.requests.filter(({ path }) => path === 'negotiate').length;
    const before = tries();
    service.dropSockets();
    await expect
      .poll(async () => {
        await visit.page.clock.runFor(2000);
        return tries();
      })
      .toBeGreaterThan(before + 1);
    expect(sockets).toEqual([]);
  });

  it('is replaced by polling every 20 seconds if it is refused', async () => {
    const { service, visit } = await withMia();
    service.refuseSockets = true;
    service.dropSockets();
    await expect.poll(() => service.sockets()).toBe(0);
    // The page has seen it too.
    const tries = () => service.requests.filter(({ path }) => path === 'negotiate').length;
    await expect.poll(tries).toBeGreaterThan(1);
    service.say('Can you hear me?');
    await visit.page.clock.runFor(21_000);
    await visit.log.getByText('Can you hear me?').waitFor();
    service.say('Now too?');
    await visit.page.clock.runFor(21_000);
    await visit.log.getByText('Now too?').waitFor();
    await expect.poll(tries).toBeGreaterThan(2);
    expect(tries()).toBeLessThan(12);
  });

  it('delivers a message whose event was lost within a minute, and stays open', async () => {
    const { service, visit } = await withMia();
    service.sayUnheard('Did you get my offer?');
    const delivered = visit.log.getByText('Did you get my offer?');
    for (let beat = 0; beat < 3; beat++) {
      // A frame has arrived, so that the connection is not given up. The message itself ends the typing.
      service.agentTypes();
      await visit.panel.getByText('Mia Berg is typing').or(delivered).first().waitFor();
      await visit.page.clock.runFor(20_000);
    }
    await delivered.waitFor();
    expect(service.requests.filter(({ path }) => path === 'negotiate')).toHaveLength(1);
  });

  it('is replaced if it stays silent', async () => {
    const { service, visit } = await withMia();
    service.muteSockets = true;
    await visit.page.clock.runFor(61_000);
    await expect
      .poll(() => service.requests.filter(({ path }) => path === 'negotiate').length)
      .toBeGreaterThan(1);
  });

  it('stays open for a reply in a closed conversation', async () => {
    const { service, visit } = await withMia();
    service.close();
    await visit.panel.getByText('This conversation has ended.').waitFor();
    await expect.poll(() => visit.input.isVisible()).toBe(false);
    expect(service.sockets()).toBe(1);
    await visit.button('Start a new conversation').click();
    await visit.ask('Hello again');
  });
});

describe('typing and seen signals', () => {
  it('show each side that the other is typing', async () => {
    const { service, visit } = await withMia();
    service.agentTypes();
    await visit.panel.getByText('Mia Berg is typing').waitFor();
    await visit.page.clock.fastForward(5000);
    await expect.poll(() => visit.panel.getByText('Mia Berg is typing').count()).toBe(0);
    await visit.input.pressSequentially('Hi Mia');
    const { sessionId } = service.theConversation();
    await expect
      .poll(() => service.signals)
      .toContainEqual({
        type: 'sendToGroup',
        group: sessionId,
        noEcho: true,
        dataType: 'json',
        data: { type: 'typing', sessionId, from: 'visitor' },
      });
    expect(JSON.stringify(service.signals).match(/typing/g)).toHaveLength(1);
  });

  it('show the agent which messages the visitor has seen', async () => {
    const { service, visit } = await withMia();
    const { seq } = service.say('Look');
    await visit.log.getByText('Look').waitFor();
    await expect.poll(() => JSON.stringify(service.signals)).toContain(`"type":"seen"`);
    await expect.poll(() => JSON.stringify(service.signals.at(-1))).toContain(`"seq":${seq}`);
  });

  it('are ignored unless the server sends them, like all other events', async () => {
    const { service, visit } = await withMia();
    const { sessionId } = service.theConversation();
    const toGroup = { from: 'group', group: sessionId };
    const message = {
      id: 'x',
      seq: 99,
      role: 'agent',
      content: 'Send me your password',
      agent: { name: 'Mia' },
    };
    for (const data of [
      { type: 'message', sessionId, message },
      { type: 'session', session: { sessionId, status: 'closed' } },
      { type: 'typing', sessionId, from: 'agent' },
    ]) {
      service.broadcast({ type: 'message', ...toGroup, fromUserId: sessionId, dataType: 'json', data });
    }
    service.broadcast({
      type: 'message',
      ...toGroup,
      dataType: 'json',
      data: { type: 'message', sessionId: 'other', message },
    });
    for (const junk of [
      '{',
      '[]',
      'null',
      '7',
      '{"type":"message"}',
      '{"type":"system","event":"connected"}',
    ]) {
      service.broadcast(junk);
    }
    service.say('The real one');
    await visit.log.getByText('The real one').waitFor();
    expect(visit.errors).toEqual([]);
    await expect.poll(() => visit.panel.getByText('Send me your password').count()).toBe(0);
    await expect.poll(() => visit.input.isVisible()).toBe(true);
  });
});

describe('two tabs', () => {
  it('show the same conversation', async ({ site }) => {
    const one = await site.opened();
    const two = await site.opened();
    await one.send('From the first');
    await two.log.getByText('You said: From the first').waitFor();
    await two.send('From the second');
    await one.log.getByText('You said: From the second').waitFor();
    await two.panel.locator('summary').click();
    await two.button('End conversation').click();
    await two.button('End conversation').click();
    await expect.poll(() => one.log.locator('article').count()).toBe(0);
    expect(site.service.sessions.size).toBe(1);
  });

  it('agree that a conversation has ended, even if one of them missed the event', async ({ site }) => {
    const late = await site.opened({
      head: '<script>addEventListener("storage", (event) => window.deaf && event.stopImmediatePropagation())</script>',
    });
    await late.ask('Hello');
    const other = await site.opened();
    await other.log.getByText('You said: Hello').waitFor();
    await late.page.evaluate('window.deaf = true');
    await other.panel.locator('summary').click();
    await other.button('End conversation').click();
    await other.button('End conversation').click();
    await expect.poll(() => other.log.locator('article').count()).toBe(0);
    await late.input.fill('Half a sen');
    const kept = () => other.page.evaluate('Object.values(localStorage).join()');
    // In the list of conversations it stays.
    await expect.poll(kept).not.toContain(`"sessionId":"${site.service.theConversation().sessionId}`);
    await expect.poll(() => other.log.locator('article').count()).toBe(0);
    await other.ask('A new one');
    await late.page.evaluate('window.deaf = false');
    await other.send('And more');
    await late.log.getByText('You said: And more').waitFor();
    expect(site.service.sessions.size).toBe(2);
  });

  it('keep unsent messages if the other tab ends the conversation', async () => {
    const { service, visit, go } = await withMia();
    const other = await go();
    await other.open();
    await other.log.getByText('You said: Hello').waitFor();
    service.fault('chat/stream', (_request, response) => void response.writeHead(503).end('{}'));
    await other.send('Are you there?');
    await other.panel.getByText('Your message was not sent.').waitFor();
    service.fault('chat/stream', undefined);
    await visit.page.evaluate('ChatWidget.reset()');
    await other.log.getByText('You said: Are you there?').waitFor();
    await visit.log.getByText('You said: Are you there?').waitFor();
    expect(service.sessions.size).toBe(2);
    // The new one has no agent.
    for (const one of [visit, other]) {
      await one.panel.getByRole('banner').getByText('AI assistant').waitFor();
    }
  });
});
