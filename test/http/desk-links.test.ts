import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS, startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';

describe('a link to a conversation', () => {
  const desk = sharedFixture(() => startAgentService());

  test('can be opened only by an agent, and does not contain the session id', async () => {
    const sessionId = randomUUID();
    const link = await desk.service.services.deskLinks.create(sessionId);
    expect(link).toMatch(/^[\w.-]{100,400}$/);
    for (const part of link.split('.')) {
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain(sessionId);
    }
    const path = `/api/agent/links/${link}`;
    expect(await desk.agent('Mia').get(path)).toMatchObject({ status: 200, body: { sessionId } });
    expect((await desk.service.get(path)).status).toBe(401);
  });

  test('is answered with 404 if it is expired, altered or invalid', async () => {
    const link = await desk.service.services.deskLinks.create(randomUUID());
    const refused = { status: 404, body: { error: 'session-not-found' } };
    for (const text of [link.replace(/^./, 'f'), `${link}x`, 'x', 'a'.repeat(300), '..%2Fsessions']) {
      expect(await desk.agent('Mia').get(`/api/agent/links/${text}`)).toMatchObject(refused);
    }
    desk.clock.advance(31 * DAY_MS);
    expect(await desk.agent('Mia').get(`/api/agent/links/${link}`)).toMatchObject(refused);
  });
});
