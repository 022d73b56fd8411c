import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CannedValuesReply } from '../../src/desk/wire/agent.ts';
import { createWidget } from '../support/clients/registered-widgets.ts';
import { askToken, say } from '../support/clients/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startAgentService, type TestAgent } from '../support/service/agent-service.ts';

const desk = sharedFixture(() => startAgentService());
const mia = sharedFixture(() => desk.agent('Mia'));

async function valuesFor(agent: TestAgent, sessionId: string) {
  const answered = await agent.get(`/api/agent/sessions/${sessionId}/canned-values`);
  expect(answered.status).toBe(200);
  return CannedValuesReply.parse(answered.body).values;
}

describe('the values of the variables of canned replies', () => {
  test('include the agent’s name, or "Agent" if the name is unknown', async () => {
    const sessionId = await desk.conversation();
    expect(await valuesFor(mia, sessionId)).toEqual({ 'agent.name': 'Mia' });
    expect(await valuesFor(desk.agent('lee@example.com'), sessionId)).toEqual({ 'agent.name': 'Agent' });
  });

  test('include the visitor’s name, and the business hours in the visitor’s language', async () => {
    const { hoursSettings } = desk.service.services;
    const { etag } = await hoursSettings.read();
    const weekly = [{ day: 'monday', from: '09:00', to: '12:00' }] as const;
    await hoursSettings.save({ timeZone: 'Europe/Berlin', weekly, holidays: [] }, [etag]);
    const sessionId = randomUUID();
    await desk.visitor('/api/chat', { message: 'Hallo', sessionId, locale: 'de' });
    const contact = { name: 'Jonas', email: 'jonas@example.com', consent: true };
    const left = await desk.visitor('/api/contact', { sessionId, message: 'Call me', ...contact });
    expect(left.status).toBe(200);
    expect(await valuesFor(mia, sessionId)).toEqual({
      'visitor.name': 'Jonas',
      'agent.name': 'Mia',
      'business.hours': 'Mo 9:00–12:00 (Mitteleuropäische Zeit)',
    });
  });

  test('include the hours of the widget of the conversation, in preference to those of the deployment', async () => {
    const weekly = [{ day: 'friday', from: '10:00', to: '11:00' } as const];
    const hours = { timeZone: 'Europe/Berlin', weekly, holidays: [] };
    const token = await askToken(desk.service, await createWidget(desk.service, { hours }));
    await say(desk.service, token, { message: 'Hello' });
    expect((await valuesFor(mia, token.sessionId))['business.hours']).toMatch(/^Fri.* 10:00/);
  });

  test('are answered with 404 for an unknown conversation', async () => {
    const answered = await mia.get(`/api/agent/sessions/${randomUUID()}/canned-values`);
    expect(answered.status).toBe(404);
  });
});
