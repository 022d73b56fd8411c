import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Widget } from '../../src/widgets/wire/widgets.ts';
import { startCloud } from '../fakes/cloud.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';
import { askToken, say, withToken } from '../support/clients/visitor.ts';

describe('the cost of a registered widget in the cloud', () => {
  const cloud = sharedFixture(() => startCloud());
  const service = sharedFixture(() => startService({ cloud }));
  const widget = sharedFixture(async () => {
    const created = await service.services.widgets.create({
      name: 'Shop',
      primaryDomain: 'shop.example',
      allowedOrigins: ['https://shop.example'],
    });
    return Widget.parse({ ...created.widget, etag: created.etag });
  });

  /** The requests to the store during some work, without the counters of the rate limits. */
  async function during(work: () => Promise<unknown>): Promise<string[]> {
    const before = cloud.cosmos.requests.length;
    await work();
    return cloud.cosmos.requests
      .slice(before)
      .filter(({ kind, container }) => kind !== 'metadata' && container !== 'counters')
      .map(({ kind, container }) => `${kind} ${container}`);
  }

  it('is zero for the plain chat, whose negotiation reads only the state of the conversation', async () => {
    const sessionId = randomUUID();
    await say(service, undefined, { message: 'Hello', sessionId });
    const turn = await during(() => say(service, undefined, { message: 'And now?', sessionId }));
    expect(turn.filter((one) => one.startsWith('read'))).toEqual(['read conversations']);
    expect(await during(() => service.post('/api/negotiate', { sessionId }))).toEqual(['read conversations']);
    expect(await during(() => service.post('/api/negotiate', {}))).toEqual([]);
    expect(await during(() => service.get(`/api/messages?sessionId=${sessionId}`))).toEqual([
      'read conversations',
    ]);
    // The look of the default widget is read once, and then in the background.
    await service.get('/api/widget.js');
    expect(await during(() => service.get('/api/widget.js'))).toEqual([]);
  });

  it('is one read of the widget for each call with its token, one of its session, and no query', async () => {
    const token = await askToken(service, widget.id);
    await say(service, token, { message: 'Hello' });
    const turn = await during(() => say(service, token, { message: 'And now?' }));
    const reads = ['read ledger', 'read conversations'];
    expect(turn.filter((one) => !one.startsWith('batch') && !one.startsWith('create'))).toEqual(reads);
    const headers = withToken(token);
    expect(await during(() => service.post('/api/negotiate', {}, headers))).toEqual(reads);
    expect(await during(() => askToken(service, widget.id, token))).toEqual(reads);
  });
});
