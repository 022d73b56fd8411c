import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { VisitorHistoryReply } from '../../src/desk/wire/agent.ts';
import { VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { connectClient } from '../support/clients/realtime-client.ts';
import { changeWidget, registerWidget } from '../support/clients/registered-widgets.ts';
import { askToken, say, withToken, type Token } from '../support/clients/visitor.ts';
import { startVisitorDirectory } from '../support/servers/visitor-directory.ts';

const VISITOR = { subject: 'zoe|1', name: 'Zoë', email: 'zoe@mail.example', emailVerified: false };

describe('a visitor who has signed in,', () => {
  let token: Token;
  const desk = sharedFixture(() => startAgentService());
  const directory = sharedFixture(() => startVisitorDirectory());
  beforeAll(async () => {
    directory.person = { sub: VISITOR.subject, name: VISITOR.name, email: VISITOR.email };
    const signIn = { issuer: directory.issuer, clientId: directory.clientId, required: true };
    const { id } = await registerWidget(desk.service, { signIn });
    const sent = await desk.service.get(`/api/widget/sign-in?w=${id}`);
    const cookie = sent.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = await directory.signIn(sent.headers.get('location') ?? '');
    const page = await (await desk.service.get(back.slice(desk.service.origin.length), { cookie })).text();
    token = await askToken(desk.service, id, { proof: /data-proof="([^"]+)"/.exec(page)?.[1] ?? '' });
    await say(desk.service, token, { message: 'Hello' });
  });

  test('does not receive the details that the directory has of them', async () => {
    const headers = withToken(token);
    const negotiated = await desk.service.post('/api/negotiate', {}, headers);
    const heard = await connectClient(async () => VisitorNegotiateReply.parse(await negotiated.json()));
    const { sessionId } = token;
    const body = { message: 'And now?', clientMessageId: randomUUID() };
    const shown = [
      await (await desk.service.post('/api/chat', body, headers)).text(),
      await (await desk.service.get(`/api/messages?sessionId=${sessionId}`, headers)).text(),
      await (await desk.service.post('/api/handoff', { sessionId }, headers)).text(),
    ];
    await expect
      .poll(() => heard.fromServer.at(-1))
      .toMatchObject({ session: { status: 'human_requested' } });
    await heard.stop();
    const everything = JSON.stringify([shown, heard.fromServer]);
    for (const known of [VISITOR.subject, VISITOR.email]) expect(everything).not.toContain(known);
  });

  test('has only their own other conversations listed for agents', async () => {
    const { widget } = await desk.service.session(token.sessionId);
    const next = await askToken(desk.service, widget?.id ?? '', { renewal: token.renewal, fresh: true });
    expect(next.sessionId).not.toBe(token.sessionId);
    await say(desk.service, next, { message: 'Another question' });
    await desk.conversation('open', 'Of someone else');
    const agent = desk.agent('Mia');
    const others = async (id: string) =>
      VisitorHistoryReply.parse((await agent.get(`/api/agent/sessions/${id}/visitor-history`)).body).sessions;
    expect(await others(next.sessionId)).toMatchObject([{ sessionId: token.sessionId, opening: 'Hello' }]);
    expect(await others(token.sessionId)).toMatchObject([{ opening: 'Another question', status: 'open' }]);
    expect(await others(await desk.conversation('open', 'Anonymous'))).toEqual([]);
  });

  test('keeps the recorded identity after the widget’s sign-in is removed', async () => {
    const { widget } = await desk.service.session(token.sessionId);
    const found = await desk.service.services.widgetAuth.find(widget?.id ?? '');
    if (!found) throw new Error('The widget is gone.');
    await changeWidget(desk.service, found, { signIn: undefined });
    // The name was another's word: without it the session is not continued, and what it was is kept.
    const response = await desk.service.post('/api/chat', { message: 'Still me' }, withToken(token));
    expect(response.status).toBe(401);
    expect((await desk.service.session(token.sessionId)).visitor).toEqual(VISITOR);
  });
});
