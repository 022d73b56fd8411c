import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { extrasOf, StoredMessageExtras, StoredSession } from '../../src/adapters/store/stored-records.ts';
import { publicConfig } from '../../src/widgets/rules/widgets.ts';
import { closedChatForAgents, type ClosedChatRecord } from '../../src/conversations/records/closed-chat.ts';
import { count, text, time, trusted, uuid } from '../../src/lib/fields.ts';
import { scriptMessages, type ProactiveMessage } from '../../src/widgets/records/proactive-message.ts';
import {
  shownWorkflow,
  teamsChannelFieldsOf,
  type TeamsChannelRecord,
} from '../../src/notifications/records/teams-channel.ts';
import { uploadForOwner, type UploadRecord } from '../../src/platform/records/upload.ts';
import { planStatus } from '../../src/desk/wire/agent.ts';
import { forVisitor, Message, VisitorMessage } from '../../src/conversations/records/message.ts';
import { SessionRecord } from '../../src/conversations/records/session.ts';
import { sessionForVisitor } from '../../src/conversations/records/session-for-visitor.ts';
import {
  ListedSession,
  listedSession,
  publicSession,
  Session,
} from '../../src/conversations/records/public-session.ts';
import { launcherConfig, type Widget } from '../../src/widgets/records/widget.ts';
import { AT, FULL_MESSAGE as message, FULL_SESSION as session, ID } from '../support/stores/full-records.ts';

const chat: ClosedChatRecord = {
  sessionId: ID,
  closedAt: AT,
  createdAt: AT,
  messageCount: 2,
  cost: 0.5,
  unpricedCalls: 1,
};
const widget: Widget = {
  agentGroups: ['Sales'],
  attachments: true,
  id: ID,
  name: 'Shop',
  primaryDomain: 'shop.example',
  allowedOrigins: ['https://shop.example'],
  signIn: { issuer: 'https://login.example', clientId: 'app', required: true },
  branding: { title: 'Chat', privacyUrl: 'https://shop.example/privacy' },
  enabled: true,
  createdAt: AT,
  updatedAt: AT,
};

const upload: UploadRecord = {
  id: ID,
  purpose: 'knowledge',
  owner: 'private',
  fileName: 'a.pdf',
  bytes: 9,
  createdAt: AT,
  expiresAt: AT,
};
const cards: TeamsChannelRecord = {
  reminderMinutes: 5,
  escalationMinutes: 15,
  includeFirstQuestion: false,
  language: 'en',
  first: { secret: 'private', host: 'h', since: AT },
  origin: 'private',
};
const proactive: ProactiveMessage = {
  id: ID,
  text: 'Hello',
  seconds: 0,
  visitors: 'all',
  oncePer: 'visit',
  enabled: true,
};
const plan = {
  planId: 'team',
  planDisplayName: 'Team',
  upgradeUrl: 'https://publisher.example',
  exceeded: true,
  seatsUsed: 1,
  seatQuota: 1,
  daysOverQuota: 1,
  gracePeriodDays: 14,
  blocked: false,
  quotaExceededAt: 'private',
};

/** A record with a field that none of its forms knows, as one has that a later release adds. */
const later = <T extends object>(record: T): T => ({ ...record, addedLater: 'private' });
const namesIn = (value: object) => Object.keys(value).toSorted();

describe('the fixtures of this file', () => {
  test('have every field of their record', () => {
    expect(namesIn(session)).toEqual(namesIn(SessionRecord.shape));
    expect(namesIn(message)).toEqual(namesIn(Message.shape));
  });
});

describe('a new field of a record is not public by default:', () => {
  test.each([
    ['a session as admins and agents get it', () => publicSession(later(session)), Session.shape],
    ['a session in a list', () => listedSession(later(session)), ListedSession.shape],
    ['a message as visitors get it', () => forVisitor(later(message)), VisitorMessage.shape],
  ])('%s has only the fields of its form', (_, form, shape) => {
    expect(namesIn(form())).toEqual(namesIn(shape));
  });

  test.each([
    ['a session as visitors get it', () => sessionForVisitor(later(session))],
    ['a closed conversation as agents get it', () => closedChatForAgents(later(chat))],
    ['a widget as the sites that embed it get it', () => publicConfig(later(widget))],
    ['a launcher', () => launcherConfig({ branding: later(widget.branding ?? {}) })],
    ['an upload as its owner gets it', () => uploadForOwner(later(upload))],
    ['the settings of cards as admins get them', () => teamsChannelFieldsOf(later(cards))],
    ['a workflow as admins get it', () => shownWorkflow(later({ secret: 'private', host: 'h', since: AT }))],
    ['a proactive message as a script gets it', () => scriptMessages([later(proactive)])[0]],
    ['the plan as everyone gets it', () => planStatus(later(plan))],
  ])('%s', (_, form) => {
    expect(form()).not.toHaveProperty('addedLater');
    expect(JSON.stringify(form())).not.toContain('private');
  });

  test('a visitor’s session contains no id of an agent, no lease and no cost', () => {
    const shown = JSON.stringify([sessionForVisitor(session), forVisitor(message)]);
    for (const kept of ['oid-1', 'turns', 'cost', 'unanswered', 'queued', 'replyTo', 'basis', 'contact']) {
      expect(shown).not.toContain(kept);
    }
  });

  test('a listed session shows that a message was left, without the contact details', () => {
    expect(listedSession(session).leftMessage).toEqual({ leftAt: AT, answeredAt: AT, byEmail: true });
    expect(JSON.stringify(listedSession(session))).not.toContain('+49 30 12345');
  });

  test('a closed conversation as agents get it has no cost', () => {
    expect(namesIn(closedChatForAgents(chat))).toEqual([
      'closedAt',
      'createdAt',
      'messageCount',
      'sessionId',
    ]);
  });
});

describe('a stored record', () => {
  test('keeps every field of a session and of a message', () => {
    expect(StoredSession.parse(session)).toEqual(session);
    expect(StoredMessageExtras.parse(extrasOf(message))).toEqual(extrasOf(message));
  });

  test('is checked for the types of its fields, not their formats', () => {
    const old = { ...session, sessionId: 's-1', createdAt: 'yesterday', messageCount: -1 };
    expect(StoredSession.parse(old)).toEqual(old);
  });

  test('is refused if a field is missing or has another type', () => {
    const { status: _status, ...incomplete } = session;
    expect(StoredSession.safeParse(incomplete).success).toBe(false);
    expect(StoredSession.safeParse({ ...session, messageCount: '2' }).success).toBe(false);
    expect(StoredSession.safeParse({ ...session, status: 'lost' }).success).toBe(false);
  });
});

describe('a trusted schema', () => {
  const strict = z.object({
    id: uuid(),
    at: z.optional(time()),
    counts: z.readonly(z.array(count())),
    names: z.record(z.string(), z.nullable(text(3))),
    size: z._default(count(), 1),
    kind: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), name: text(1) }),
      z.object({ kind: z.literal('b') }),
    ]),
  });

  test('has the same shape and checks only types', () => {
    const value = {
      id: 'x',
      counts: [-1],
      names: { long: 'too long', none: null },
      kind: { kind: 'a', name: 'xx' },
    };
    expect(strict.safeParse(value).success).toBe(false);
    expect(trusted(strict).parse({ ...value, more: true })).toEqual({ ...value, size: 1 });
    expect(trusted(strict).safeParse({ ...value, counts: ['1'] }).success).toBe(false);
    expect(trusted(strict).safeParse({ ...value, kind: { kind: 'c' } }).success).toBe(false);
  });

  test('does not freeze the parsed value', () => {
    const { counts } = trusted(strict).parse({ id: 'x', counts: [], names: {}, kind: { kind: 'b' } });
    expect(Object.isFrozen(counts)).toBe(false);
  });
});
