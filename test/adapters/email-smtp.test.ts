import { expect, it } from 'vitest';
import { smtpSender } from '../../src/adapters/email/smtp.ts';
import { EMAIL, emailSenderContract, type EmailFailure } from '../contracts/email-sender.contract.ts';
import { startSmtp, type SmtpFault } from '../fakes/smtp-server.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';

async function open() {
  const server = await startSmtp();
  const senderOf = (url: string) =>
    smtpSender({
      url,
      from: 'chat@shop.example',
      replyTo: 'answers@shop.example',
      isLocal: false,
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

emailSenderContract('SMTP', open, {
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

const setup = freshFixture(open);
const { signal } = new AbortController();

it('sends over TLS only, with the password, and says who sends', async () => {
  await setup.sender.send(EMAIL, signal);
  expect(setup.server.accepted).toMatchObject([{ from: 'chat@shop.example', wasEncrypted: true }]);
});

it('gives a repeat the same Message-ID, in the domain of the sender', async () => {
  await setup.sender.send(EMAIL, signal);
  await setup.sender.send(EMAIL, signal);
  const ids = setup.server.accepted.map(({ content }) => /^Message-ID: (.+)\r$/m.exec(content)?.[1]);
  expect(ids).toEqual([`<${EMAIL.id}@shop.example>`, `<${EMAIL.id}@shop.example>`]);
});

it('takes a wrong password for a reason that no repeat removes', async () => {
  const wrong = setup.server.url.replace(/:[^:@]+@/, ':wrong@');
  expect(await setup.senderOf(wrong).send(EMAIL, signal)).toEqual({
    ok: false,
    code: 'not-allowed',
    permanent: true,
  });
});

it('stops when it is told to', async () => {
  setup.server.fault = { silentAt: 'greeting' };
  const stopped = AbortSignal.abort(new Error('over'));
  expect(await setup.sender.send(EMAIL, stopped)).toEqual({ ok: false, code: 'hanging', permanent: false });
});
