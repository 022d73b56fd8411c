import type { Email } from '../../ports.ts';

/** Who sends: the same for all e-mails of a deployment. */
export interface EmailIdentity {
  /** The sender's address, in a domain that may send. */
  from: string;
}

/** An e-mail as `nodemailer` takes it: RFC 5322 with both forms of the content (RFC 2046 §5.1.4). */
export function messageOf(email: Email, { from }: EmailIdentity, nowMs: number) {
  const { id, earlier, to, fromName, replyTo = from, subject, text, html, headers, logo } = email;
  const references = earlier.map((one) => messageIdOf(one, from));
  const inReplyTo = references.at(-1);
  return {
    messageId: messageIdOf(id, from),
    // RFC 5322 §3.6.4: mail programs show the e-mails of a conversation as a thread.
    ...(inReplyTo !== undefined && { inReplyTo, references }),
    date: new Date(nowMs),
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    replyTo,
    subject,
    text,
    html,
    headers: { ...headers },
    ...(logo && {
      attachments: [
        {
          cid: 'logo',
          contentDisposition: 'inline' as const,
          contentType: logo.type,
          filename: `logo.${logo.type.slice('image/'.length)}`,
          content: logo.base64,
          encoding: 'base64' as const,
        },
      ],
    }),
    // The content of an e-mail comes from the conversation: no part of it is a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 5322 §3.6.4: unique, and the same for each repeat. */
const messageIdOf = (id: string, from: string) => `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
