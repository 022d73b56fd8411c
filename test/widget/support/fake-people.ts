import * as z from 'zod';
import { EmailLinkRequest, SeenRequest, TranscriptRequest } from '../../../src/email/wire/email.ts';
import { ContactRequest, SourceRequest } from '../../../src/chat/wire/visitor.ts';
import type { Call, StoredMessage, StoredSession } from './fake-service.ts';

/** The session that a message was left in, with what the visitor wrote to be reached. */
interface LeftContact {
  sessionId: string;
  email?: string | undefined;
  phone?: string | undefined;
  name?: string | undefined;
}

export interface FakePeople {
  /** Whether people answer now; undefined where the service cannot know. */
  availability:
    { status: string; opensAt?: string; typicalReplySeconds?: number; email?: true; off?: true } | undefined;
  contacts: LeftContact[];
  /** The text of the documents, by the title of a source. */
  passages: Record<string, string>;
  /** The session of each link in an e-mail, by its token. */
  links: Map<string, string>;
  /** The access that a registered widget's visitor gets with a link. */
  accessTo?: (sessionId: string) => object;
  /** The requests for transcripts, in order. */
  transcripts: z.infer<typeof TranscriptRequest>[];
  /** The reports of what visitors have seen, in order. */
  seen: z.infer<typeof SeenRequest>[];
  /** The visitors' ratings after a close, in order. */
  ratings: { sessionId: string; helpful: boolean; comment?: string | undefined }[];
}

type Store = (
  sessionId: string,
  part: Pick<StoredMessage, 'role' | 'content'> & Partial<StoredMessage>,
) => StoredMessage;

/** The endpoints about people who answer, messages left for them, and what answers cite (docs/api.md). */
export function fakePeople(sessions: Map<string, StoredSession>, store: Store) {
  const people: FakePeople = {
    availability: { status: 'available' },
    contacts: [],
    passages: {},
    ratings: [],
    links: new Map(),
    transcripts: [],
    seen: [],
  };
  const requestPerson = (sessionId: string) => {
    const session = sessions.get(sessionId);
    if (session?.status === 'open') {
      session.status = 'human_requested';
      store(sessionId, {
        role: 'system',
        content: 'A person was asked to join.',
        event: 'human-requested',
      });
    }
    return session;
  };
  const endpoints: Readonly<Partial<Record<string, (call: Call) => unknown>>> = {
    availability: ({ json }) =>
      people.availability
        ? json(200, people.availability, { 'cache-control': 'public, max-age=15' })
        : json(503, { error: 'realtime-unavailable' }, { 'retry-after': '5' }),
    handoff({ body, json }) {
      const { sessionId } = z.object({ sessionId: z.string() }).parse(body);
      const session = requestPerson(sessionId);
      if (!session) return json(404, { error: 'session-not-found' });
      return json(200, { sessionId, status: session.status });
    },
    rating({ body, json, response }) {
      const rating = z
        .object({ sessionId: z.string(), helpful: z.boolean(), comment: z.optional(z.string().max(500)) })
        .parse(body);
      const session = sessions.get(rating.sessionId);
      if (session?.status !== 'closed') return json(409, { error: 'session-not-closed' });
      session.rated = true;
      people.ratings.push(rating);
      return response.writeHead(204).end();
    },
    'email-link'({ body, json }) {
      const { link, widgetId } = EmailLinkRequest.parse(body);
      const sessionId = people.links.get(link);
      const session = sessions.get(sessionId ?? '');
      if (!session || sessionId === undefined || (widgetId !== undefined) !== !!people.accessTo) {
        return json(404, { error: 'email-link-invalid' });
      }
      const access = people.accessTo?.(sessionId);
      return json(200, { sessionId, status: session.status, ...(access && { access }) });
    },
    transcript({ body, json, response }) {
      const asked = TranscriptRequest.safeParse(body);
      if (!asked.success) return json(400, { error: 'validation-failed', issues: [] });
      people.transcripts.push(asked.data);
      return response.writeHead(204).end();
    },
    seen({ body, response }) {
      people.seen.push(SeenRequest.parse(body));
      return response.writeHead(204).end();
    },
    source({ body, json }) {
      const { sessionId, messageId, number } = SourceRequest.parse(body);
      const message = sessions.get(sessionId)?.messages.find(({ id }) => id === messageId);
      const source = message?.sources?.[number - 1];
      if (!source) return json(400, { error: 'validation-failed', issues: [] });
      const passage = people.passages[source.title];
      return json(200, { ...source, ...(passage !== undefined && { passage }) });
    },
    contact({ body, json }) {
      const asked = ContactRequest.safeParse(body);
      if (!asked.success) {
        const issues = asked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        return json(400, { error: 'validation-failed', issues });
      }
      const { sessionId, email, phone, name, message: content, clientMessageId } = asked.data;
      const before = sessions.get(sessionId);
      if (before?.status === 'closed') return json(409, { error: 'session-closed' });
      const repeated = before?.messages.find(({ id }) => id === clientMessageId);
      const id = clientMessageId === undefined ? {} : { id: clientMessageId };
      const message =
        content === undefined
          ? undefined
          : (repeated ?? store(sessionId, { ...id, role: 'visitor', content }));
      const session = requestPerson(sessionId);
      if (!session) return json(404, { error: 'session-not-found' });
      session.leftMessage ??= { leftAt: new Date().toISOString() };
      people.contacts.push({ sessionId, email, phone, name });
      const { status, leftMessage } = session;
      return json(200, { sessionId, status, leftMessage, ...(message && { message }) });
    },
  };
  return { people, endpoints };
}
