import * as z from 'zod/mini';
import { sourceDomain } from '../rules/origin.ts';
import { previewOf } from '../../lib/text.ts';
import { fieldsOf, named, uuid } from '../../lib/fields.ts';
import { LeftMessage } from './contact.ts';
import { LastFrom, SessionRecord } from './session.ts';

/** The maximum length of a page's path in lists. */
const MAX_PATH_LENGTH = 80;

const PublicSession = z.pick(SessionRecord, {
  sessionId: true,
  status: true,
  origin: true,
  claimedBy: true,
  claimedByName: true,
  createdAt: true,
  updatedAt: true,
  lastMessageAt: true,
  humanRequestedAt: true,
  claimedAt: true,
  closedAt: true,
  messageCount: true,
  inputTokens: true,
  outputTokens: true,
  cost: true,
  unpricedCalls: true,
  widget: true,
  visitor: true,
  urgent: true,
  tagIds: true,
  snoozedUntil: true,
  unansweredSince: true,
  queuedFor: true,
  continuedBy: true,
  formerAgent: true,
});
const publicFields = fieldsOf(PublicSession);

/**
 * The delivery of agents' latest messages by e-mail. `sending`: the e-mail is sent immediately. `waiting`: it
 * is sent later, or tried again.
 */
const EmailDelivery = z.enum(['sending', 'waiting', 'sent', 'failed']);

/** The public fields of a session (docs/api.md, Records). */
export const Session = z
  .extend(PublicSession, {
    leftMessage: z.exactOptional(LeftMessage),
    /** The name of the visitor, from the sign-in or as the visitor gave it. */
    visitorName: z.exactOptional(z.string()),
    delivery: z.exactOptional(EmailDelivery),
    /** The closed session that it continues. */
    continues: z.exactOptional(uuid()),
    /** The first session of its thread, if that is another one. */
    thread: z.exactOptional(uuid()),
  })
  .register(
    z.globalRegistry,
    named(
      'Session',
      'A conversation as admins and agents see it; `cost` in US dollars. `tagIds` may name deleted tags.',
    ),
  );
export type Session = z.output<typeof Session>;

/** The state of the left message, without the contact details. */
export function leftMessageOf({ contact, emails = [] }: SessionRecord): { leftMessage?: LeftMessage } {
  if (!contact) return {};
  const { leftAt, answeredAt } = contact;
  const byEmail = emails.some(({ kind, state }) => kind === 'reply' && state !== 'skipped');
  return {
    leftMessage: { leftAt, ...(answeredAt !== undefined && { answeredAt }), ...(byEmail && { byEmail }) },
  };
}

/** The delivery of the newest e-mail with agents' messages. A waiting one with seen messages is not sent. */
function deliveryOf({ emails = [], seenSeq = 0, messageCount }: SessionRecord): Pick<Session, 'delivery'> {
  const newest = emails.findLast(
    ({ kind, state }) => (kind === 'reply' || kind === 'unseen') && state !== 'skipped',
  );
  if (!newest || newest.state === 'skipped') return {};
  if (newest.state !== 'waiting') return { delivery: newest.state };
  if (newest.kind === 'reply' && newest.failure === undefined) return { delivery: 'sending' };
  return seenSeq >= messageCount ? {} : { delivery: 'waiting' };
}

/** The fields of a session for admins and agents. */
export function publicSession(record: SessionRecord): Session {
  const continues = record.earlier?.at(-1)?.sessionId;
  const thread = record.earlier?.[0]?.sessionId;
  const visitorName = record.visitor?.name ?? record.contact?.name;
  return {
    ...publicFields(record),
    ...leftMessageOf(record),
    ...deliveryOf(record),
    ...(visitorName !== undefined && { visitorName }),
    ...(continues !== undefined && { continues }),
    ...(thread !== undefined && { thread }),
  };
}

/** A session in the lists of admins and agents. */
export const ListedSession = z
  .object({
    ...Session.shape,
    opening: z.string(),
    preview: z.string(),
    lastFrom: z.exactOptional(LastFrom),
    asked: z.exactOptional(z.string()),
    /** The path of the latest page from which the visitor wrote. */
    pagePath: z.exactOptional(z.string()),
    sourceDomain: z.exactOptional(z.string()),
  })
  .register(
    z.globalRegistry,
    named(
      'AgentSession',
      'A conversation in the agents’ list; `opening` is the start of its first message, `preview` of its last, `asked` of the visitor’s last.',
    ),
  );
export type ListedSession = z.output<typeof ListedSession>;

/** The path of a page, shortened for a list; undefined for the first page of a site. */
function pathOf(page: string | undefined): string | undefined {
  const path = page === undefined ? '/' : URL.parse(page)?.pathname;
  return path === undefined || path === '/' ? undefined : previewOf(path, MAX_PATH_LENGTH);
}

/** The fields of a session for lists; `opening` is empty before the first message. */
export function listedSession(record: SessionRecord): ListedSession {
  const { preview, opening = '', lastFrom, asked } = record;
  const pagePath = pathOf(record.pages?.at(-1)?.url ?? record.pageUrl);
  const domain = sourceDomain(record);
  return {
    ...publicSession(record),
    opening,
    preview,
    ...(lastFrom && { lastFrom }),
    ...(asked !== undefined && { asked }),
    ...(pagePath !== undefined && { pagePath }),
    ...(domain !== undefined && { sourceDomain: domain }),
  };
}
