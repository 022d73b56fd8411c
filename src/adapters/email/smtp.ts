import * as z from 'zod/mini';
import { lazy } from '../../lib/caching.ts';
import type { Clock, EmailResult, EmailSender } from '../../ports.ts';
import { messageOf, type EmailIdentity } from './mime.ts';

/** Time-outs of connecting, of the greeting and of a silent line, in milliseconds. */
const TIMEOUT_MS = 8_000;

interface SmtpOptions extends EmailIdentity {
  /** `smtp://` (STARTTLS) or `smtps://`, with user and password. */
  url: string;
  /** A server on this machine may be without TLS. */
  isLocal: boolean;
  clock: Clock;
  timeoutMs?: number;
}

/** The parts of the library's error that are read: never its text. */
const SmtpError = z.object({
  responseCode: z.optional(z.number()),
  /** The command that was answered. */
  command: z.optional(z.string()),
  code: z.optional(z.string()),
});

/** E-mail by SMTP (RFC 5321), a connection for each e-mail. The library is loaded on first use. */
export function smtpSender(options: SmtpOptions): EmailSender {
  const { url, isLocal, clock, timeoutMs = TIMEOUT_MS } = options;
  const { hostname, port, protocol, username, password } = new URL(url);
  const secure = protocol === 'smtps:';

  const load = lazy(async () => (await import('nodemailer')).createTransport);

  return {
    removeAll: () => Promise.resolve(),
    // An accepted e-mail has no operation: SMTP reports later failures by e-mail (RFC 3464).
    check: () => Promise.resolve({ state: 'sent' }),

    async send(email, signal) {
      const createTransport = await load();
      const transport = createTransport({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: Number(port || (secure ? 465 : 587)),
        secure,
        requireTLS: !secure && !isLocal,
        ...(username !== '' && {
          auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
        }),
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
        // The end of an attempt destroys its connection, which otherwise could still deliver.
        socketCloseTimeout: 0,
      });
      let isContentSent = false;
      transport.use('stream', (mail, done) => {
        // The connection begins to read the content when the server has answered DATA with 354.
        mail.message.processFunc((content) => content.once('resume', () => (isContentSent = true)));
        done();
      });
      try {
        await transport.sendMail({ ...messageOf(email, options, clock.now()), signal });
        return { ok: true };
      } catch (error) {
        const parsed = SmtpError.safeParse(error);
        return resultOf(parsed.success ? parsed.data : {}, { isContentSent, isOver: signal.aborted });
      } finally {
        transport.close();
      }
    },
  };
}

const later = (code: 'throttled' | 'unavailable' | 'unreachable' | 'hanging'): EmailResult => ({
  ok: false,
  code,
  permanent: false,
});
const never = (code: 'recipient-refused' | 'not-allowed' | 'refused' | 'too-large'): EmailResult => ({
  ok: false,
  code,
  permanent: true,
});

/** Replies with a special meaning, at any command (RFC 5321 §4.2.3; RFC 4954 §6). */
const REPLIES: Readonly<Record<number, EmailResult>> = {
  421: later('throttled'),
  450: later('throttled'),
  451: later('throttled'),
  452: later('throttled'),
  530: never('not-allowed'),
  534: never('not-allowed'),
  535: never('not-allowed'),
  552: never('too-large'),
};

/** RFC 5321 §4.2.1: 4yz can be repeated, 5yz cannot. */
function resultOf(
  { responseCode, command = '', code }: z.output<typeof SmtpError>,
  { isContentSent, isOver }: { isContentSent: boolean; isOver: boolean },
): EmailResult {
  if (responseCode !== undefined && responseCode >= 400) {
    const replied = REPLIES[responseCode];
    if (replied) return replied;
    if (responseCode < 500) return later('unavailable');
    return never(command.startsWith('RCPT') ? 'recipient-refused' : 'refused');
  }
  // The address cannot be written for this server, which has no SMTPUTF8 (RFC 6531).
  if (code === 'EENVELOPE') return never('recipient-refused');
  if (code === 'EAUTH' || code === 'ENOAUTH') return never('not-allowed');
  const result = later(isOver || code === 'ETIMEDOUT' ? 'hanging' : 'unreachable');
  return isContentSent ? { ...result, maybeSent: true } : result;
}
