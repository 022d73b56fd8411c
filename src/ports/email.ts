import type { EmailLogo } from '../email/rules/compose.ts';
import type { EmailCheck, EmailResult } from '../conversations/rules/session-emails.ts';

export type { EmailCheck, EmailResult };

/** An e-mail to one address, as plain text and HTML with the same content. */
export interface Email {
  /** A UUID; it becomes the Message-ID, so that mail programs can recognize a repeat. */
  id: string;
  /** The ids of the sent e-mails of its thread, oldest first. */
  earlier: readonly string[];
  /** Its conversation, for the deletion of stored copies; never sent. */
  sessionId: string;
  /** A valid address, from `emailAddress` of src/conversations/rules/contact.ts. */
  to: string;
  /** The display name of the sender. */
  fromName: string;
  /** The address for answers; default: the sender's. */
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /**
   * Additional headers, such as `Auto-Submitted`; the values are ASCII without line breaks.
   */
  headers: Readonly<Record<string, string>>;
  /** The picture of `cid:logo` in the HTML. */
  logo?: EmailLogo;
}

/** Sends e-mails; off until it is configured. */
export interface EmailSender {
  /** Sends once, without a retry. Failures of the service are results, never errors. */
  send(email: Email, signal: AbortSignal): Promise<EmailResult>;
  /** Gets the state of an accepted e-mail. Failures of the service are results, never errors. */
  check(operation: string, signal: AbortSignal): Promise<EmailCheck>;
  /**
   * Deletes stored copies of a conversation's e-mails; with `until` (RFC 3339) only those from before.
   */
  removeAll(sessionId: string, until?: string): Promise<void>;
}
