import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { trustedCertificate } from '../support/servers/certificate.ts';

/** The steps of a session: commands of the client, the content, and its end. */
export const SMTP_STEPS = ['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'content', 'end'] as const;
type SmtpStep = (typeof SMTP_STEPS)[number];

/**
 * How the server fails: a reply to a command, a line that breaks immediately or at a step (only without
 * STARTTLS), no reply at all, or a slow reply to each command (a tarpit).
 */
export type SmtpFault =
  | { at: 'mail' | 'rcpt' | 'data'; code: number }
  | { dropAt: SmtpStep }
  | { silentAt: 'greeting' | 'data' }
  | { delayMs: number }
  | 'reset';

interface SmtpService {
  url: string;
  /** The messages that were accepted, as they came. */
  accepted: { from: string; to: string[]; content: string; wasEncrypted: boolean }[];
  fault: SmtpFault | undefined;
  /** The commands that came in clear text. */
  heard: string[];
  /** The number of connections that were greeted and are open. */
  open(): number;
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

/**
 * A real SMTP server (`smtp-server`) with STARTTLS (or without) and a password, on a free port of the
 * loopback.
 */
export async function startSmtp({ startTls = true } = {}): Promise<SmtpService> {
  // Loaded before a time-out runs.
  await import('nodemailer');
  const failAt = (at: 'mail' | 'rcpt' | 'data') => {
    const { fault } = service;
    return typeof fault === 'object' && 'at' in fault && fault.at === at
      ? new Refusal(fault.code)
      : undefined;
  };
  const slowly = (reply: () => void) => {
    const { fault } = service;
    setTimeout(reply, typeof fault === 'object' && 'delayMs' in fault ? fault.delayMs : 0);
  };
  const sessions = new Set<string>();
  const smtp = new SMTPServer({
    ...trustedCertificate(),
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: !startTls,
    disabledCommands: startTls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect({ id }, done) {
      sessions.add(id);
      done();
    },
    onClose: ({ id }) => void sessions.delete(id),
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === PASSWORD) done(undefined, { user: username });
      else done(new Refusal(535));
    },
    onMailFrom: (_address, _session, done) => slowly(() => done(failAt('mail'))),
    onRcptTo: (_address, _session, done) => slowly(() => done(failAt('rcpt'))),
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
  /** Notes the commands in clear text, and breaks the line at the step of the fault. */
  function hear(line: Socket, chunk: string): void {
    const { fault } = service;
    const heard = chunk.matchAll(/^(EHLO|STARTTLS|AUTH|MAIL|RCPT|DATA)\b/gm);
    const commands = Array.from(heard, ([, word = '']) => word);
    service.heard.push(...commands);
    const content = chunk.endsWith('\r\n.\r\n') ? ['content', 'end'] : ['content'];
    const steps = commands.length > 0 ? commands : content;
    if (typeof fault === 'object' && 'dropAt' in fault && steps.includes(fault.dropAt)) line.destroy();
  }
  smtp.on('error', () => undefined);
  // In front of it: `smtp-server` cannot stay silent instead of greeting.
  const lines = new Set<Socket>();
  const front = createServer((line) => {
    lines.add(line);
    line.on('error', () => line.destroy());
    line.on('close', () => lines.delete(line));
    const { fault } = service;
    line.on('data', (chunk: Buffer) => hear(line, chunk.toString('latin1')));
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
    heard: [],
    open: () => sessions.size,
    async close() {
      for (const line of lines) line.destroy();
      await new Promise((resolve) => front.close(resolve));
    },
  };
  return service;
}
