import { expect, it } from 'vitest';
import { communicationServicesSender } from '../../src/adapters/email/communication-services.ts';
import { EMAIL, emailSenderContract, type EmailFailure } from '../contracts/email-sender.contract.ts';
import { startEmailService, type EmailServiceFault } from '../fakes/email-service.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';

async function open() {
  const service = await startEmailService();
  const scopes: string[] = [];
  const credential = {
    getToken(scope: string | string[]) {
      scopes.push(...[scope].flat());
      return Promise.resolve({ token: service.token, expiresOnTimestamp: Date.now() + 3_600_000 });
    },
  };
  const senderFor = (watchMs: number) =>
    communicationServicesSender({
      endpoint: service.endpoint,
      from: 'chat@shop.example',
      credential: () => Promise.resolve(credential),
      clock: realClock,
      watchMs,
    });
  return {
    service,
    scopes,
    sender: senderFor(3_000),
    /** Soon stops to watch what becomes of an e-mail. */
    hurried: senderFor(200),
    sent: () =>
      Promise.resolve(
        service.accepted.map((email) => ({
          to: email.recipients.to[0].address,
          whole: [email.content.plainText, email.content.html, JSON.stringify(email)].join('\n'),
        })),
      ),
    close: service.close,
  };
}
type Setup = Awaited<ReturnType<typeof open>>;

const failing = (
  fault: EmailServiceFault,
  outcome: Omit<EmailFailure<Setup>, 'fail'>,
): EmailFailure<Setup> => ({
  fail: ({ service }) => void (service.fault = fault),
  ...outcome,
});

emailSenderContract('Azure Communication Services', open, {
  'a limit with a wait of an hour': failing(
    { status: 429, retryAfter: '3600' },
    { code: 'throttled', permanent: false, retryAfterMs: 3_600_000 },
  ),
  'a role that does not hold yet': failing({ status: 403 }, { code: 'not-allowed', permanent: false }),
  'a sender that is not of its domain': failing({ status: 400 }, { code: 'refused', permanent: true }),
  'a service that fails': failing({ status: 500 }, { code: 'unavailable', permanent: false }),
  '202, and then a receiver on the suppression list': failing(
    { failedLater: 'EmailDroppedAllRecipientsSuppressed' },
    { code: 'recipient-suppressed', permanent: true },
  ),
  '202, and then no receiver who takes it': failing(
    { failedLater: 'EmailDropped' },
    { code: 'recipient-refused', permanent: true },
  ),
  '202, and then a failure': failing(
    { failedLater: 'InternalError' },
    { code: 'unavailable', permanent: false },
  ),
  'a line that breaks': failing('reset', { code: 'unreachable', permanent: false, maybeSent: true }),
});

const setup = freshFixture(open);
const { signal } = new AbortController();

it('an e-mail is sent once, with a token of the service and without tracking', async () => {
  await setup.sender.send(EMAIL, signal);
  expect(setup.service.asked).toBe(1);
  expect(setup.scopes.every((scope) => scope.startsWith('https://communication.azure.com'))).toBe(true);
  expect(setup.service.accepted).toMatchObject([{ userEngagementTrackingDisabled: true }]);
});

it('a send is not repeated after a rate limit', async () => {
  setup.service.fault = { status: 429, retryAfter: '3600' };
  await setup.sender.send(EMAIL, signal);
  expect(setup.service.asked).toBe(1);
});

it('a sent e-mail is reported with its operation id, for delivery reports', async () => {
  const result = await setup.sender.send(EMAIL, signal);
  expect(result).toEqual({ ok: true, operation: expect.stringMatching(/^[\da-f-]{36}$/) });
});

it.each(['never-done', 'hang-later'] as const)(
  'an e-mail counts as sent after the service has accepted it (%s)',
  async (fault) => {
    setup.service.fault = fault;
    const result = await setup.hurried.send(EMAIL, signal);
    expect(result).toEqual({ ok: true, operation: expect.stringMatching(/^[\da-f-]{36}$/) });
  },
);

/** Sends an e-mail that is still `Running` after the time that it is watched; its operation. */
async function running(): Promise<string> {
  setup.service.fault = 'never-done';
  const result = await setup.hurried.send(EMAIL, signal);
  return result.ok ? (result.operation ?? '') : '';
}

it('the delivery result of an accepted e-mail can be checked later', async () => {
  const operation = await running();
  const check = () => setup.sender.check(operation, signal);
  expect(await check()).toEqual({ state: 'pending', retryAfterMs: 30_000 });
  setup.service.end('EmailDroppedAllRecipientsSuppressed');
  expect(await check()).toEqual({ state: 'failed', code: 'recipient-suppressed' });
  setup.service.end('EmailDropped');
  expect(await check()).toEqual({ state: 'failed', code: 'recipient-refused' });
  setup.service.end('InternalError');
  expect(await check()).toEqual({ state: 'failed', code: 'unavailable' });
  setup.service.end();
  expect(await check()).toEqual({ state: 'sent' });
  expect(setup.service.accepted).toHaveLength(1);
});

it.each([
  ['a limit with a wait of an hour', { status: 429, retryAfter: '3600' }, 3_600_000],
  ['an unknown operation', { status: 404 }, 0],
  ['a service that fails', { status: 500 }, 0],
])('the result of an accepted e-mail stays pending after %s', async (_case, fault, retryAfterMs) => {
  const operation = await running();
  setup.service.end('EmailDropped');
  setup.service.lookFault = fault;
  expect(await setup.sender.check(operation, signal)).toEqual({ state: 'pending', retryAfterMs });
});

it('a check of an accepted e-mail ends after a short time', async () => {
  const operation = await running();
  setup.service.lookFault = 'hang';
  expect(await setup.hurried.check(operation, signal)).toEqual({ state: 'pending' });
});

it('a send ends if its caller aborts, with the result that the e-mail may have been sent', async () => {
  setup.service.fault = 'hang';
  const over = new AbortController();
  const sending = setup.sender.send(EMAIL, over.signal);
  const clear = realClock.after(300, () => over.abort());
  expect(await sending).toEqual({ ok: false, code: 'hanging', permanent: false, maybeSent: true });
  clear();
});

it.each([
  ['a connection', () => Promise.resolve({ token: 't', expiresOnTimestamp: Date.now() + 3_600_000 })],
  ['a token', () => Promise.reject(new Error('no identity'))],
])('without %s an e-mail is reported as not sent, so that it can be retried', async (_case, getToken) => {
  const sender = communicationServicesSender({
    ...{ endpoint: 'https://127.0.0.1:1', from: 'chat@shop.example', clock: realClock },
    credential: () => Promise.resolve({ getToken }),
  });
  expect(await sender.send(EMAIL, signal)).toEqual({ ok: false, code: 'unreachable', permanent: false });
});
