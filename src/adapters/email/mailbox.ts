import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { lazy } from '../../lib/caching.ts';
import type { Clock, EmailSender } from '../../ports.ts';
import { messageOf, type EmailIdentity } from './mime.ts';

/** How many e-mails are kept: older ones are removed. */
const MAX_KEPT = 200;
/** The time, the hash of the conversation and the id. */
const NAME = /^\d{13}-(?:[\da-f]{16}-)?[\da-f-]{36}\.eml$/;

interface MailboxOptions extends EmailIdentity {
  dataDir: string;
  clock: Clock;
}

/**
 * The local host's mailbox: each e-mail is a file (`.eml`, RFC 5322) in the folder `mail` of the data folder,
 * readable for its owner only, and goes nowhere. The library that writes the format is loaded on first use.
 */
export function mailbox(options: MailboxOptions): EmailSender {
  const { dataDir, clock } = options;
  const folder = join(dataDir, 'mail');
  const composer = lazy(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  });

  return {
    async send(email) {
      const { message } = await (await composer()).sendMail(messageOf(email, options, clock.now()));
      const content = Buffer.isBuffer(message) ? message : await buffer(message);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const names = await namesIn(folder);
        // A repeat takes the place of the e-mail.
        const name =
          names.find((one) => one.endsWith(`-${email.id}.eml`)) ??
          `${clock.now()}-${hashOf(email.sessionId)}-${email.id}.eml`;
        const draft = join(folder, `${name}.draft`);
        await writeFile(draft, content, { mode: 0o600 });
        const shown = {
          from: `${email.fromName} <${options.from}>`,
          to: email.to,
          subject: email.subject,
          text: email.text,
        };
        await writeFile(join(folder, `${name}.json`), JSON.stringify(shown), { mode: 0o600 });
        await rename(draft, join(folder, name));
        const old = names.slice(0, Math.max(0, names.length + 1 - MAX_KEPT));
        await Promise.all(
          old.flatMap((one) => [one, `${one}.json`]).map((one) => rm(join(folder, one), { force: true })),
        );
        return { ok: true };
      } catch {
        return { ok: false, code: 'unavailable', permanent: false };
      }
    },

    check: () => Promise.resolve({ state: 'sent' }),

    async removeAll(sessionId, until) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const untilMs = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
      // Also drafts, which an instance that ended may have left.
      const own = (await readdir(folder)).filter(
        (name) => name.includes(`-${hashOf(sessionId)}-`) && Number(name.slice(0, 13)) < untilMs,
      );
      await Promise.all(own.map((name) => rm(join(folder, name), { force: true })));
    },
  };
}

/** A session's id gives access to it, so that no name of a file has it. */
const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex').slice(0, 16);

/** The files of a mailbox, oldest first. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
}

/** The parts of an e-mail that are shown; the `.eml` file has all of it. */
const Shown = z.object({ from: z.string(), to: z.string(), subject: z.string(), text: z.string() });

/** The e-mails of a mailbox, newest first; `content` is what would have been sent. */
export async function readMailbox(
  dataDir: string,
): Promise<(z.output<typeof Shown> & { name: string; content: string })[]> {
  const folder = join(dataDir, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await namesIn(folder)).reverse();
  return await Promise.all(
    names.map(async (name) => {
      const shown = Shown.parse(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')));
      return { name, content: await readFile(join(folder, name), 'utf8'), ...shown };
    }),
  );
}
