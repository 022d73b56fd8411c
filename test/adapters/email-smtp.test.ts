import { expect, it } from 'vitest';
import { smtpSender } from '../../src/adapters/email/smtp.ts';
import { EMAIL, emailSenderContract, type EmailFailure } from '../contracts/email-sender.contract.ts';
import { SMTP_STEPS, startSmtp, type SmtpFault } from '../fakes/smtp-server.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';

async function open({ startTls = true } = {}) {
  const server = await startSmtp({ startTls });
  const senderOf = (url: string, { isLocal = false } = {}) =>
    smtpSender({
      url,
      from: 'chat@shop.example',
      isLocal,
      clock: realClock,
      timeoutMs: 1_500,
    });
  return {
    server,
    senderOf,
    sender: senderOf(server.url),
    sent: () =>
      Promise.resolve(server.accepted.map(({ to, content }) => ({ to: to.join(','), whole: content }))),
    close: server.close,
  };
}
type Setup = Awaited<ReturnType<typeof open>>;

const failing = (fault: SmtpFault, outcome: Omit<EmailFailure<Setup>, 'fail'>): EmailFailure<Setup> => ({
  fail: ({ server }) => void (server.fault = fault),
  ...outcome,
});

emailSenderContract('SMTP', () => open(), {
  'a receiver that does not exist': failing(
    { at: 'rcpt', code: 550 },
    { code: 'recipient-refused', permanent: true },
  ),
  'a receiver that is greylisted': failing(
    { at: 'rcpt', code: 451 },
    { code: 'throttled', permanent: false },
  ),
  'a sender that may not send': failing({ at: 'mail', code: 553 }, { code: 'refused', permanent: true }),
  'a content that is refused': failing({ at: 'data', code: 554 }, { code: 'refused', permanent: true }),
  'a content that is too large': failing({ at: 'data', code: 552 }, { code: 'too-large', permanent: true }),
  'a server that is busy': failing({ at: 'data', code: 452 }, { code: 'throttled', permanent: false }),
  'a line that breaks': failing('reset', { code: 'unreachable', permanent: false }),
  'a server that does not greet': failing({ silentAt: 'greeting' }, { code: 'hanging', permanent: false }),
  'a server that is silent after the content': failing(
    { silentAt: 'data' },
    { code: 'hanging', permanent: false, maybeSent: true },
  ),
});

const setup = freshFixture(() => open());
const plain = freshFixture(() => open({ startTls: false }));
const { signal } = new AbortController();

it('e-mails are sent only over TLS, with the password and the sender', async () => {
  await setup.sender.send(EMAIL, signal);
  expect(setup.server.accepted).toMatchObject([{ from: 'chat@shop.example', wasEncrypted: true }]);
});

it('a repeat has the same Message-ID, in the domain of the sender', async () => {
  await setup.sender.send(EMAIL, signal);
  await setup.sender.send(EMAIL, signal);
  const ids = setup.server.accepted.map(({ content }) => /^Message-ID: (.+)\r$/m.exec(content)?.[1]);
  expect(ids).toEqual([`<${EMAIL.id}@shop.example>`, `<${EMAIL.id}@shop.example>`]);
});

it('a wrong password is reported as a permanent failure', async () => {
  const wrong = setup.server.url.replace(/:[^:@]+@/, ':wrong@');
  expect(await setup.senderOf(wrong).send(EMAIL, signal)).toEqual({
    ok: false,
    code: 'not-allowed',
    permanent: true,
  });
});

it('a send stops if its caller aborts', async () => {
  setup.server.fault = { silentAt: 'greeting' };
  const stopped = AbortSignal.abort(new Error('over'));
  expect(await setup.sender.send(EMAIL, stopped)).toEqual({ ok: false, code: 'hanging', permanent: false });
});

it('a server without STARTTLS gets no e-mail and no password', async () => {
  const refused = { ok: false, permanent: true, code: 'refused' };
  expect(await plain.sender.send(EMAIL, signal)).toEqual(refused);
  expect(plain.server.accepted).toEqual([]);
  expect(plain.server.heard).not.toContain('AUTH');
  expect(plain.server.heard).not.toContain('MAIL');
});

it.each(SMTP_STEPS)(
  'after a connection that breaks at %s, the e-mail may have been sent only if DATA was reached',
  async (dropAt) => {
    plain.server.fault = { dropAt };
    const sender = plain.senderOf(plain.server.url, { isLocal: true });
    const isAfterData = dropAt === 'content' || dropAt === 'end';
    expect(await sender.send(EMAIL, signal)).toEqual({
      ...{ ok: false, permanent: false, code: 'unreachable' },
      ...(isAfterData && { maybeSent: true }),
    });
    if (!isAfterData) expect(plain.server.accepted).toEqual([]);
    plain.server.fault = undefined;
    expect(await sender.send(EMAIL, signal)).toEqual({ ok: true });
  },
);

it('a send that timed out at a slow server does not deliver later', async () => {
  setup.server.fault = { delayMs: 400 };
  const givenUp = await setup.sender.send(EMAIL, AbortSignal.timeout(600));
  expect(givenUp).toEqual({ ok: false, permanent: false, code: 'hanging' });
  await expect.poll(() => setup.server.open()).toBe(0);
  expect(setup.server.accepted).toEqual([]);
});
