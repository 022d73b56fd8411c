import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { trustedCertificate } from '../support/servers/certificate.ts';

/** How the server fails: a reply to a command, a broken line, or no reply at all. */
export type SmtpFault =
  { at: 'mail' | 'rcpt' | 'data'; code: number } | { silentAt: 'greeting' | 'data' } | 'reset';

export interface SmtpService {
  url: string;
  /** The messages that were accepted, as they came. */
  accepted: { from: string; to: string[]; content: string; wasEncrypted: boolean }[];
  fault: SmtpFault | undefined;
  close(): Promise<void>;
}

const USER = 'chat@example.com';
const PASSWORD = 'pass/word';

class Refusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number) {
    super('refused');
    this.responseCode = responseCode;
  }
}

/** A real SMTP server (`smtp-server`) with STARTTLS and a password, on a free port of the loopback. */
export async function startSmtp(): Promise<SmtpService> {
  // Loaded before a time-out runs.
  await import('nodemailer');
  const failAt = (at: 'mail' | 'rcpt' | 'data') => {
    const { fault } = service;
    return typeof fault === 'object' && 'at' in fault && fault.at === at
      ? new Refusal(fault.code)
      : undefined;
  };
  const smtp = new SMTPServer({
    ...trustedCertificate(),
    authMethods: ['PLAIN', 'LOGIN'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === PASSWORD) done(undefined, { user: username });
      else done(new Refusal(535));
    },
    onMailFrom: (_address, _session, done) => done(failAt('mail')),
    onRcptTo: (_address, _session, done) => done(failAt('rcpt')),
    onData(stream, { envelope, secure }, done) {
      text(stream).then((content) => {
        const { fault } = service;
        const failure = failAt('data');
        if (failure) {
          done(failure);
          return;
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        service.accepted.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          content,
          wasEncrypted: secure,
        });
        if (typeof fault === 'object' && 'silentAt' in fault && fault.silentAt === 'data') return;
        done();
      }, done);
    },
  });
  smtp.on('error', () => undefined);
  // In front of it: `smtp-server` cannot stay silent instead of greeting.
  const lines = new Set<Socket>();
  const front = createServer((line) => {
    lines.add(line);
    line.on('error', () => line.destroy());
    line.on('close', () => lines.delete(line));
    const { fault } = service;
    if (fault === 'reset') return void line.destroy();
    if (typeof fault === 'object' && 'silentAt' in fault && fault.silentAt === 'greeting') return;
    smtp.server.emit('connection', line);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const service: SmtpService = {
    url: `smtp://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    accepted: [],
    fault: undefined,
    async close() {
      for (const line of lines) line.destroy();
      await new Promise((resolve) => front.close(resolve));
    },
  };
  return service;
}
