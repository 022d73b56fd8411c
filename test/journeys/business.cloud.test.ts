import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ErasureReply, ErasuresReply } from '../../src/admin/wire/people.ts';
import { AnswerReply } from '../../src/assistants/wire/answers.ts';
import { ChatReply } from '../../src/chat/wire/visitor.ts';
import { WebsiteSourceReply } from '../../src/websites/wire/website-sources.ts';
import { IdentitySecretReply } from '../../src/widgets/wire/widgets.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { askToken, say } from '../support/clients/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { SHOP_LOGIN, shopLogin } from '../support/ports/identity-tokens.ts';
import { scriptedWebsites, type ScriptedSite } from '../support/ports/scripted-websites.ts';
import { standInActions } from '../support/ports/stand-in-actions.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const bells = (price: number): ScriptedSite['pages'] => ({
  '/': { markdown: '# Harbour Cycles\n\nBicycles by the harbour.' },
  '/bells': { markdown: `# Brass bells\n\nA brass bell costs ${price} euros.` },
});
const site: ScriptedSite = { pages: bells(17) };
const { websites } = scriptedWebsites({ 'shop.example': site });
const actionRunner = standInActions();
const desk = sharedFixture(() => startAgentService({ composition: 'cloud', websites, actionRunner }));
const admin = sharedFixture(() => registryAdmin(desk.service));
const model = () => desk.service.cloud?.model ?? expect.unreachable();

/** Every item of the deployment's store. */
function stored(): string {
  const { cosmos } = desk.service.cloud ?? expect.unreachable();
  const names = ['conversations', 'usage', 'ledger', 'counters'];
  return JSON.stringify(names.map((name) => cosmos.container(name).range()));
}

/** The messages that the model gets with a question of a new visitor. */
async function promptFor(message: string): Promise<string> {
  await desk.visitor('/api/chat', { message, sessionId: randomUUID() });
  return JSON.stringify(model().requests.at(-1)?.messages);
}

test('a website is added, changed and removed, and the model is given the text of each', async () => {
  const question = 'What does a brass bell cost?';
  const sent = { kind: 'website', address: 'shop.example', assistantId: 'default', start: true };
  const { source } = await admin.answer(
    201,
    WebsiteSourceReply,
    admin.send('POST', 'knowledge/sources', sent),
  );
  const path = `knowledge/sources/${source.id}`;
  await expect.poll(() => promptFor(question)).toContain('17 euros');
  site.pages = bells(19);
  expect((await admin.send('POST', `${path}/start`)).status).toBe(200);
  await expect.poll(() => promptFor(question)).toContain('19 euros');
  expect(await promptFor(question)).not.toContain('17 euros');
  expect((await admin.send('DELETE', path)).status).toBe(204);
  expect(await promptFor(question)).not.toContain('euros');
  expect((await admin.send('GET', path)).status).toBe(404);
});

test('an added answer is given to the model until it is removed', async () => {
  const question = 'May I bring my parrot?';
  const sent = { heading: question, answer: 'Parrots are welcome on Tuesdays.' };
  const added = admin.send('POST', 'assistants/default/answers', sent);
  const { answer } = await admin.answer(201, AnswerReply, added);
  expect(await promptFor(question)).toContain('Tuesdays');
  expect((await admin.send('DELETE', `assistants/default/answers/${answer.id}`)).status).toBe(204);
  expect(await promptFor(question)).not.toContain('Tuesdays');
});

test('a change that the model proposes runs once, when the visitor confirms it in two windows', async () => {
  const order = '{"orderNumber":"10423"}';
  model().script(
    { toolCall: { name: 'cancel_order', arguments: [order] } },
    { deltas: ['Shall I cancel it?'] },
  );
  const sessionId = randomUUID();
  const sent = await desk.visitor('/api/chat', { message: 'Please cancel order 10423', sessionId });
  const { reply } = ChatReply.parse(sent.body);
  expect(actionRunner.runs).toEqual([]);
  const confirm = () =>
    desk.visitor(`/api/chat/proposals/${reply.proposal?.id}`, {
      sessionId,
      messageId: reply.id,
      decision: 'confirm',
    });
  await Promise.all([confirm(), confirm()]);
  expect(actionRunner.runs).toMatchObject([{ name: 'cancel_order', values: JSON.parse(order) }]);
  expect((await confirm()).body).toMatchObject({ proposal: { state: 'done' } });
  expect(actionRunner.runs).toHaveLength(1);
});

test('a customer whom the site identifies continues on another device, and the agent sees who it is', async () => {
  const { widget } = await admin.register({ siteLogin: { issuer: SHOP_LOGIN } });
  const made = admin.send('POST', `widgets/${widget.id}/identity-secrets`, {});
  const { secret } = await admin.answer(200, IdentitySecretReply, made);
  const { bySecret } = shopLogin({ clock: desk.clock, widgetId: widget.id });
  const here = await askToken(desk.service, widget.id, { identity: await bySecret(secret) });
  await say(desk.service, here, { message: 'Where is my order?' });
  const there = await askToken(desk.service, widget.id, { identity: await bySecret(secret) });
  expect(there.sessionId).toBe(here.sessionId);
  const seen = await desk.agent('Mia').get(`/api/agent/sessions/${here.sessionId}`);
  expect(seen.body).toMatchObject({ session: { visitor: { name: 'Zoë', email: 'zoe@shop.example' } } });
});

test('a person is erased by address from every container, and others stay', async () => {
  const leave = async (email: string, message: string) => {
    const sessionId = randomUUID();
    const left = { sessionId, message, email, consent: true };
    expect((await desk.visitor('/api/contact', left)).status).toBe(200);
    return sessionId;
  };
  const vera = await leave('vera@example.com', 'Where is my red bicycle?');
  const omar = await leave('omar@example.com', 'Where is my blue bicycle?');
  const sent = admin.send('POST', 'erasures', { identifiers: ['email:vera@example.com'] });
  await admin.answer(202, ErasureReply, sent);
  const running = async () =>
    (await admin.answer(200, ErasuresReply, admin.send('GET', 'erasures'))).erasures;
  await expect.poll(running).toEqual([]);
  expect(stored()).toContain('blue bicycle');
  expect(stored()).not.toMatch(/red bicycle|vera@example/);
  const read = async (sessionId: string) =>
    (await desk.service.get(`/api/messages?sessionId=${sessionId}`)).status;
  expect([await read(vera), await read(omar)]).toEqual([404, 200]);
});
