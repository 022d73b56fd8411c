import { randomUUID } from 'node:crypto';
import { AttachmentsReply, StartedAttachment, CompleteAttachment } from '../src/chat/wire/attachments.ts';
import { readWithRetry } from './read-with-retry.ts';
import type { Ask, Writer } from './writer.ts';

export interface FileSender extends Writer {
  /** Problems of the files in acknowledged messages, as sentences. */
  audit(origin: string): Promise<string[]>;
}

/** A message with a file that is being sent. */
interface SendingFile {
  sessionId: string;
  clientMessageId: string;
  content: string;
  /** Another client's address, because one client may complete thirty files per minute. */
  headers: Record<string, string>;
  id: string | undefined;
  ticket: string | undefined;
}

/** How many of the latest files an audit reads. */
const AUDITED_FILES = 20;

/**
 * A visitor who sends a file with each message, in a new conversation each time, because conversations have a
 * file limit. Interrupted uploads are resumed.
 */
export function fileSender(ask: Ask): FileSender {
  const sent: SendingFile[] = [];
  let pending: SendingFile | undefined;

  const begin = ({ sessionId, content, headers }: SendingFile) =>
    ask(
      '/api/attachments',
      { headers, body: JSON.stringify({ fileName: 'order.txt', bytes: content.length, sessionId }) },
      async (response) => StartedAttachment.parse(await response.json()).id,
    );

  async function complete(
    id: string,
    { sessionId, content, headers }: SendingFile,
  ): Promise<string | undefined> {
    const of = `?sessionId=${sessionId}`;
    const type = { 'content-type': 'application/octet-stream' };
    const block = { method: 'PUT', headers: { ...headers, ...type }, body: content } as const;
    const isStored = await ask(`/api/attachments/${id}/blocks/0${of}`, block, () => Promise.resolve(true));
    if (isStored !== true) return undefined;
    return await ask(
      `/api/attachments/${id}${of}`,
      { headers, body: '{}' },
      async (response) => CompleteAttachment.parse(await response.json()).ticket,
    );
  }

  async function auditOne(origin: string, { sessionId, id, content }: SendingFile): Promise<string[]> {
    const address = `${origin}/api/attachments?sessionId=${sessionId}`;
    const { attachments } = AttachmentsReply.parse(
      await readWithRetry(address, (response) => response.json()),
    );
    const found = attachments.find((one) => one.id === id);
    if (!found) return ['a file of an acknowledged message is lost'];
    const stored = await readWithRetry(found.url, async (file) => (file.ok ? await file.text() : undefined));
    return stored === content ? [] : ['a file of an acknowledged message is another one'];
  }

  return {
    async send() {
      pending ??= {
        sessionId: randomUUID(),
        clientMessageId: randomUUID(),
        content: `Order ${sent.length + 1} ${randomUUID()}`,
        headers: { 'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}::1` },
        id: undefined,
        ticket: undefined,
      };
      const now = pending;
      now.id ??= await begin(now);
      if (now.id === undefined) return false;
      now.ticket ??= await complete(now.id, now);
      if (now.ticket === undefined) return false;
      const { sessionId, clientMessageId, ticket, headers } = now;
      const body = JSON.stringify({ sessionId, clientMessageId, attachments: [ticket] });
      const isAnswered = await ask('/api/chat', { headers, body }, () => Promise.resolve(true));
      if (isAnswered !== true) return false;
      sent.push(now);
      pending = undefined;
      return true;
    },
    abandon: () => void (pending = undefined),
    audit: async (origin) =>
      (await Promise.all(sent.slice(-AUDITED_FILES).map((one) => auditOne(origin, one)))).flat(),
  };
}
