import type { EmailCheck, EmailResult } from '../domain/email/session-emails.ts';

export type { EmailCheck, EmailResult };

/** One e-mail to one address: plain text and HTML of the same content. */
export interface Email {
  /** A UUID; it becomes the Message-ID, so that a repeat is the same e-mail for the receiver's program. */
  id: string;
  /** Its conversation, which is never sent: copies that are kept are deleted with it. */
  sessionId: string;
  /** An address as `emailAddress` of the domain returns it. */
  to: string;
  /** The name that is shown as the sender's. */
  fromName: string;
  subject: string;
  text: string;
  html: string;
  /**
   * Headers in addition to those of every e-mail, such as `Auto-Submitted`; values are ASCII without line
   * breaks.
   */
  headers: Readonly<Record<string, string>>;
}

/** A way to send e-mails; off until it is set up. */
export interface EmailSender {
  /** Sends once, without a retry. Never throws for what the other side does. */
  send(email: Email, signal: AbortSignal): Promise<EmailResult>;
  /** Asks once about an accepted e-mail. Never throws for what the other side does. */
  check(operation: string, signal: AbortSignal): Promise<EmailCheck>;
  /**
   * Deletes the copies of a conversation's e-mails that the sender keeps; with `until` (RFC 3339) only those
   * from before.
   */
  removeAll(sessionId: string, until?: string): Promise<void>;
}
