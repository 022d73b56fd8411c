import { describe, expect, test } from 'vitest';
import type { TelemetryEvent } from '../../src/ports.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { connectVisitor } from '../support/clients/realtime-client.ts';

describe('the privacy of agents', () => {
  const told: TelemetryEvent[] = [];
  const desk = sharedFixture(() => {
    const telemetry = { record: (event: TelemetryEvent) => void told.push(event), close: async () => {} };
    return startAgentService({
      telemetry,
      settings: { PLAN_ID: 'growth', OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_MODEL: 'scripted' },
    });
  });

  test('a visitor of two agents never receives an oid, e-mail address, tenant or note', async () => {
    const mia = desk.agent('Mia', { upn: 'mia.upn@corp.example', email: 'mia.mail@corp.example' });
    const lee = desk.agent('lee.mail@corp.example');
    const sessionId = await desk.conversation();
    const heard = await connectVisitor(desk, sessionId);
    const shown: unknown[] = [];
    const visit = async (path: string, body: Record<string, unknown>) =>
      shown.push(await desk.visitor(path, { sessionId, ...body }));
    const look = async () => {
      const response = await desk.service.get(`/api/messages?sessionId=${sessionId}`);
      shown.push([...response.headers], await response.json());
    };
    const act = async (agent: typeof mia, action: string, body?: unknown) => {
      expect((await agent.post(`/api/agent/sessions/${sessionId}/${action}`, body)).status).toBe(200);
      await look();
    };

    await visit('/api/handoff', {});
    await act(mia, 'claim');
    await act(mia, 'notes', { content: 'A note between colleagues' });
    await visit('/api/chat', { message: 'Hello?' });
    await act(mia, 'message', { content: 'Hello, how can I help?' });
    await act(mia, 'suggestion');
    const { status } = await mia.post(`/api/agent/sessions/${sessionId}/signal`, { type: 'typing' });
    expect(status).toBe(204);
    await act(mia, 'release');
    await act(lee, 'claim');
    await act(lee, 'message', { content: 'I take over.' });
    await expect.poll(() => desk.service.services.colleagues.find(mia.oid)).toBeDefined();
    await act(lee, 'transfer', { oid: mia.oid });
    await visit('/api/chat/stream', { message: 'Thanks' });
    await act(mia, 'close');
    await visit('/api/chat', { message: 'One more thing' });
    shown.push(await (await desk.service.get('/api/plan')).json());
    shown.push(await (await desk.service.get('/api/health')).json());
    await expect.poll(() => heard.fromServer.at(-1)).toMatchObject({ session: { status: 'closed' } });

    const everything = JSON.stringify([shown, heard.fromServer, heard.fromGroups]);
    expect(everything).toContain('Hello, how can I help?');
    expect(everything).toContain('"type":"typing"');
    expect(everything).toContain('"type":"typing"');
    expect(everything).toContain('"name":"Mia"');
    expect(everything).toContain('"name":"Agent"');
    for (const secret of [
      mia.oid,
      lee.oid,
      'corp.example',
      desk.issuer.tenantId,
      'A note between colleagues',
      'claimedBy',
      'lastSeenAt',
    ]) {
      expect(everything).not.toContain(secret);
    }
    await heard.stop();

    const recorded = JSON.stringify(told);
    for (const secret of [sessionId, mia.oid, lee.oid, 'corp.example', 'Mia', 'Hello']) {
      expect(recorded).not.toContain(secret);
    }
  });
});
