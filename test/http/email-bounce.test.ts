import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Email } from '../../src/ports.ts';
import { EmailReportsAddress } from '../../src/email/wire/email-reports.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';
import { emailDesk, isConfirmation } from './support/email-desk.ts';

const sent: Email[] = [];

/** An e-mail service that hands over each e-mail within seconds. */
const desk = freshFixture(() =>
  startAgentService({
    settings: {
      PLAN_ID: 'growth',
      EMAIL_ENDPOINT: 'https://acs.example',
      EMAIL_FROM: 'chat@shop.example',
    },
    emailSender: {
      send(email) {
        if (isConfirmation(email)) return Promise.resolve({ ok: true });
        sent.push(email);
        return Promise.resolve({ ok: true, operation: `operation-${sent.length}` });
      },
      check: () => Promise.resolve({ state: 'sent' }),
      removeAll: () => Promise.resolve(),
    },
  }),
);
const mia = freshFixture(() => desk.agent('Mia'));
beforeEach(() => void sent.splice(0));

const { answer, answered, states, later, undelivered } = emailDesk(desk, mia);

/** The path of the webhook, which an admin reads. */
async function webhook(): Promise<string> {
  const reply = await desk.service.get('/api/email-reports');
  const { url } = EmailReportsAddress.parse(await reply.json());
  return url.slice(desk.service.origin.length);
}

/** Posts events as Event Grid does. */
const post = (to: string, events: unknown) =>
  fetch(`${desk.service.origin}${to}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'aeg-event-type': 'Notification',
      'aeg-subscription-name': 'CHAT-EMAIL-REPORTS',
      'aeg-delivery-count': '0',
    },
    body: JSON.stringify(events),
  });

/** An event as documented ("Azure Communication Services - Email events"). */
const report = (messageId: string, status: string) => ({
  id: randomUUID(),
  topic: '/subscriptions/s/resourceGroups/g/providers/microsoft.communication/communicationservices/c',
  subject: `sender/chat@shop.example/message/${messageId}`,
  data: {
    sender: 'chat@shop.example',
    recipient: 'vera@example.com',
    messageId,
    status,
    deliveryStatusDetails: { statusMessage: 'The address does not exist.' },
    deliveryAttemptTimeStamp: '2026-03-02T09:00:20.2855749+00:00',
  },
  eventType: 'Microsoft.Communication.EmailDeliveryReportReceived',
  dataVersion: '1.0',
  metadataVersion: '1',
  eventTime: '2026-03-02T09:00:20.822Z',
});

test('a bounced e-mail is shown in the conversation, and its address gets no further e-mail', async () => {
  const sessionId = await answered();
  await later(1.1);
  expect(await states(sessionId)).toEqual(['sent']);

  const to = await webhook();
  expect((await post(to, [report('operation-1', 'Bounced')])).status).toBe(204);
  // At least once: Event Grid may repeat an event.
  expect((await post(to, [report('operation-1', 'Bounced')])).status).toBe(204);
  await later(10);
  expect(await states(sessionId)).toEqual(['failed: recipient-refused']);
  const [letter] = await undelivered();
  expect(letter?.deliveries).toMatchObject([
    { channel: 'email', step: 'check', failure: 'recipient-refused' },
  ]);

  await answer(sessionId);
  expect(await states(sessionId)).toEqual(['failed: recipient-refused']);
  expect(sent).toHaveLength(1);
});

test('a new subscription is confirmed by repeating its code', async () => {
  const validation = {
    id: randomUUID(),
    topic: '/subscriptions/s',
    subject: '',
    data: {
      validationCode: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6',
      validationUrl: 'https://rp-eastus2.eventgrid.azure.net/eventsubscriptions/estest/validate?id=512d38b6',
    },
    eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
    eventTime: '2026-03-02T09:00:20.8222Z',
    metadataVersion: '1',
    dataVersion: '1',
  };
  const reply = await post(await webhook(), [validation]);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ validationResponse: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6' });
});

test.each([
  ['without a key', '', 400],
  ['with a wrong key', '?key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 401],
])('a bounce report %s is refused, and changes nothing', async (_case, query, status) => {
  expect((await post(`/api/email-reports${query}`, [report('operation-1', 'Bounced')])).status).toBe(status);
  expect(await desk.service.services.deliveryReports.failureOf('operation-1')).toBeUndefined();
});

const OTHER = { ...report('operation-1', 'Bounced'), eventType: 'Microsoft.Communication.SMSReceived' };

test.each<[string, unknown, string, number]>([
  ['another event', OTHER, 'operation-1', 204],
  ['a report whose id is no operation', report('../../secrets', 'Bounced'), '../../secrets', 204],
  ['no event', { data: { messageId: 'operation-1', status: 'Bounced' } }, 'operation-1', 400],
])('%s stores nothing', async (_case, event, operation, status) => {
  expect((await post(await webhook(), [event])).status).toBe(status);
  expect(await desk.service.services.deliveryReports.failureOf(operation)).toBeUndefined();
});
