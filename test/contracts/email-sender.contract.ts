import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DeliveryFailure } from '../../src/conversations/records/outbox-entry.ts';
import type { Email, EmailSender } from '../../src/ports.ts';
import { freshFixture } from '../support/fixtures.ts';

interface EmailSenderSetup {
  sender: EmailSender;
  /** The sent e-mails: the envelope's receiver, and all of the text with its headers, decoded. */
  sent(): Promise<{ to: string; whole: string }[]>;
  close(): Promise<void>;
}

/** A way to fail, and what the sender says of it. */
export interface EmailFailure<Setup> {
  fail(setup: Setup): Promise<void> | void;
  code: DeliveryFailure;
  permanent: boolean;
  maybeSent?: true;
  retryAfterMs?: number;
}

export const EMAIL: Email = {
  id: '5f0c1a52-9a1e-4f43-8a3c-0d4c6a1a7e11',
  earlier: [],
  sessionId: '0d9b1f4e-6c1d-4a40-9a55-0c7f5b3f2e66',
  to: 'jo.doe@example.org',
  fromName: 'Grüße & Co',
  replyTo: 'answers@shop.example',
  subject: 'Your question – Ihre Frage',
  text: 'Yes, we do.\n\nhttps://shop.example/#chat-link=abc',
  html: '<p>Yes, we do.</p>',
  headers: { 'Auto-Submitted': 'auto-replied', 'Content-Language': 'de' },
};

/** The contract of every way to send e-mails. */
export function emailSenderContract<Setup extends EmailSenderSetup>(
  name: string,
  open: () => Promise<Setup>,
  failures: Readonly<Record<string, EmailFailure<Setup>>>,
): void {
  describe(`${name}, as a sender of e-mails`, () => {
    const setup = freshFixture(open);
    const { signal } = new AbortController();

    it('sends an e-mail to one address, as text and HTML, with its headers', async () => {
      expect(await setup.sender.send(EMAIL, signal)).toMatchObject({ ok: true });
      const sent = await setup.sent();
      expect(sent.map(({ to }) => to)).toEqual(['jo.doe@example.org']);
      const whole = sent[0]?.whole ?? '';
      // It opens the conversation.
      expect(whole).not.toContain(EMAIL.sessionId);
      for (const part of [
        'Yes, we do.',
        '<p>Yes, we do.</p>',
        'Auto-Submitted',
        'auto-replied',
        'Content-Language',
        'answers@shop.example',
      ]) {
        expect(whole).toContain(part);
      }
    });

    it('sends the logo with the e-mail, for the picture of its HTML', async () => {
      const html = '<p><img src="cid:logo" alt=""></p>';
      const logo = { type: 'image/png', base64: 'iVBORw0KGgo=' };
      await setup.sender.send({ ...EMAIL, id: randomUUID(), html, logo }, signal);
      const whole = (await setup.sent()).at(-1)?.whole ?? '';
      expect(whole).toContain('image/png');
      expect(whole).toContain('iVBORw0KGgo=');
      expect(whole).toMatch(/(Content-ID: <logo>|"contentId":"logo")/i);
    });

    it('does not let a line break in a subject or a name add a header', async () => {
      const evil = 'Hello\r\nBcc: other@example.org';
      await setup.sender.send({ ...EMAIL, id: randomUUID(), subject: evil, fromName: evil }, signal);
      const sent = await setup.sent();
      for (const { to, whole } of sent) {
        expect(to).toBe('jo.doe@example.org');
        expect(whole).not.toMatch(/^Bcc:/im);
      }
    });

    it('reports an unknown e-mail as sent or pending, without an exception', async () => {
      const { state } = await setup.sender.check(randomUUID(), signal);
      expect(['sent', 'pending']).toContain(state);
    });

    it.each(Object.entries(failures))(
      'returns %s as an outcome, without an exception',
      async (_case, failure) => {
        const { fail, ...expected } = failure;
        await fail(setup);
        expect(await setup.sender.send(EMAIL, signal)).toEqual({ ok: false, ...expected });
      },
    );
  });
}
