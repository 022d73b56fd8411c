import { describe, expect, test } from 'vitest';
import { VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from '../web/support/office.ts';
import { connectSocket } from '../support/clients/raw-socket.ts';

describe('an agent of a cloud whose connection is lost for half a minute', () => {
  const office = sharedFixture(() => startOffice({ composition: 'cloud' }));

  test('receives every missed event, including those that are not stored, on the same connection', async () => {
    const sessionId = await office.conversation('human_requested', 'Hello?');
    const mia = await office.agent('Mia Berg', { clock: 'moved' });
    let negotiations = 0;
    mia.page.on('request', (request) => {
      if (request.url().endsWith('/api/agent/negotiate')) negotiations++;
    });
    await mia.open(sessionId);
    await mia.key('c');
    await mia.say('One moment.');
    await mia.thread.getByText('One moment.').waitFor();
    await expect.poll(() => office.stored(sessionId)).toHaveLength(4);
    const negotiated = await office.service.post('/api/negotiate', { sessionId });
    const visitor = await connectSocket(VisitorNegotiateReply.parse(await negotiated.json()).url);
    const signal = (data: object) => {
      visitor.send({
        type: 'sendToGroup',
        group: sessionId,
        data: { ...data, sessionId, from: 'visitor' },
      });
    };
    // The desk is in the conversation's group.
    await expect
      .poll(async () => {
        signal({ type: 'typing' });
        return await mia.thread.getByText('The visitor is typing').count();
      })
      .toBe(1);

    await mia.context.setOffline(true);
    await mia.page.getByText('Connection lost.').waitFor();
    signal({ type: 'seen', seq: 4 });
    await office.service.post('/api/chat', { message: 'I found it, thanks.', sessionId });
    await mia.page.clock.fastForward('00:30');
    await expect.poll(() => mia.thread.getByText('Seen').count()).toBe(0);
    await mia.context.setOffline(false);

    await mia.page.getByText('Connected.').waitFor();
    await mia.thread.getByText('I found it, thanks.').waitFor();
    await expect.poll(() => mia.said()).toEqual(await office.stored(sessionId));
    await mia.thread.getByText('Seen').waitFor();
    expect(negotiations).toBe(0);
    visitor.socket.terminate();
  });
});
