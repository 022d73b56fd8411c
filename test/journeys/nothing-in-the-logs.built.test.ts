import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { startTokenIssuer } from '../support/servers/agent-tokens.ts';
import { emptyDeployment } from './support/composed-process.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startProcess } from '../support/service/process.ts';
import { connectClient } from '../support/clients/realtime-client.ts';
import { COMPOSITIONS } from '../support/service/service.ts';

const model = sharedFixture(() => startModelServer());
const issuer = sharedFixture(() => startTokenIssuer());

test.each(COMPOSITIONS)(
  'at the most verbose log level (%s) the telemetry of a service contains no messages, no identities, no session ids and no tokens',
  async (composition) => {
    const deployment = await emptyDeployment(composition);
    const service = await startProcess({
      ...deployment.settings,
      LOG_LEVEL: 'verbose',
      // Of the two, the cloud's own is asked for first, so that this one has to be all there is.
      AZURE_OPENAI_ENDPOINT: '',
      OPENAI_BASE_URL: model.url,
      OPENAI_MODEL: 'canary-model',
      ...issuer.settings,
    });
    const sessionId = randomUUID();
    const agentToken = await issuer.token({
      oid: 'canary-oid',
      name: 'Canary Lastname',
      preferred_username: 'canary-upn@mail.example',
      email: 'canary-mail@mail.example',
    });
    const call = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(`${service.origin}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const asAgent = { authorization: `Bearer ${agentToken}` };
    const message = 'canary-message, I am canary-name, write to canary@mail.example';
    model.script({ deltas: ['canary-answer'] });

    // A conversation in which everything goes well.
    expect(
      (await call('POST', '/api/chat', { message, sessionId, pageUrl: 'https://canary-page.example/' }))
        .status,
    ).toBe(200);
    expect((await call('POST', '/api/chat/stream', { message, sessionId })).text).toContain('canary-answer');
    expect((await call('POST', '/api/handoff', { sessionId, reason: 'canary-reason' })).status).toBe(200);
    const contact = { email: 'canary-left@mail.example', phone: '+49 555 0199 777', name: 'canary-left' };
    const left = { sessionId, ...contact, message: 'canary-left-message', consent: true };
    expect((await call('POST', '/api/contact', left)).status).toBe(200);
    const negotiated = await call('POST', '/api/negotiate', { sessionId });
    const access = VisitorNegotiateReply.parse(JSON.parse(negotiated.text));
    await (await connectClient(() => Promise.resolve(access))).stop();
    expect((await call('GET', `/api/messages?sessionId=${sessionId}`)).text).toContain('canary-message');
    expect((await call('POST', `/api/agent/sessions/${sessionId}/claim`, undefined, asAgent)).status).toBe(
      200,
    );
    expect(
      (await call('POST', `/api/agent/sessions/${sessionId}/message`, { content: 'canary-reply' }, asAgent))
        .status,
    ).toBe(200);
    expect((await call('POST', '/api/chat', { message, sessionId })).status).toBe(202);
    expect((await call('GET', '/api/sessions/search?q=canary')).text).toContain('canary-message');
    expect((await call('GET', `/api/sessions/${sessionId}/transcript`)).status).toBe(200);
    expect((await call('POST', `/api/agent/sessions/${sessionId}/close`, undefined, asAgent)).status).toBe(
      200,
    );

    const rating = { sessionId, helpful: false, comment: 'canary-comment' };
    expect((await call('POST', '/api/rating', rating)).status).toBe(204);

    // The paths of failure.
    expect((await call('POST', '/api/contact', left)).status).toBe(409);
    expect((await call('POST', '/api/contact', { ...left, email: 'canary-no-address' })).status).toBe(400);
    expect((await call('POST', '/api/rating', { ...rating, comment: 7, note: 'canary' })).status).toBe(400);
    expect((await call('POST', '/api/chat', { message, sessionId })).status).toBe(409);
    expect((await call('POST', '/api/chat', '{"message":"canary-broken')).status).toBe(400);
    expect((await call('POST', '/api/chat', { message: { canary: 'canary-field' }, sessionId })).status).toBe(
      400,
    );
    expect(
      (await call('GET', `/api/messages?sessionId=${randomUUID()}&canary-key=canary-value`)).status,
    ).toBe(404);
    expect(
      (await call('GET', '/api/agent/me', undefined, { authorization: 'Bearer canary-token' })).status,
    ).toBe(401);
    model.script({
      error: { status: 400, body: { error: { message: 'canary-provider-text', code: 'canary_code' } } },
    });
    expect((await call('POST', '/api/chat', { message })).status).toBe(200);
    model.script({ deltas: ['canary-half'], die: 1 });
    expect((await call('POST', '/api/chat/stream', { message })).text).toContain('event: error');

    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    const output = service.output() + deployment.telemetry();
    await deployment.remove();
    expect(output).toContain(composition === 'cloud' ? '"POST chat"' : '"type":"request"');
    expect(output).toContain(composition === 'cloud' ? '"name":"answer"' : '"type":"answer"');
    expect(output.replaceAll('canary-model', '')).not.toMatch(/canary/i);
    expect(output.toLowerCase()).not.toContain(sessionId);
    expect(output.replaceAll(/\D/g, '')).not.toContain('495550199777');
    const [, token = ''] = access.url.split('access_token=');
    expect(token).toMatch(/^\w+\.\w+\./);
    expect(output).not.toContain(token);
  },
);
