import type { EmailObstacle } from '../../../conversations/rules/session-emails.ts';
import type { Message } from '../../../conversations/records/message.ts';
import type { VisitorPresence } from '../../../availability/rules/agent-status.ts';
import { formatAgo } from '../../ui/format.ts';

/** The known facts about the visitor and their address. */
export interface RouteFacts {
  /** Undefined until it is known. `sinceMs`: when this desk saw the visitor leave. */
  presence: { is: VisitorPresence; sinceMs?: number } | undefined;
  /** The latest sign of the visitor (RFC 3339). */
  visitorAt: string | undefined;
  /** The address for agents' messages. */
  email: string | undefined;
  emailObstacle: EmailObstacle | undefined;
}

/** The parts of a conversation with these facts. */
interface KnownVisitor {
  visitorPresence?: RouteFacts['presence'];
  about: {
    visitorAt?: string | undefined;
    emailTo?: string | undefined;
    emailObstacle?: EmailObstacle | undefined;
  };
  messages: readonly Pick<Message, 'role' | 'createdAt'>[];
}

/** The facts that decide how a reply reaches the visitor. */
export function routeFacts({ visitorPresence, about, messages }: KnownVisitor): RouteFacts {
  const wroteAt = messages.findLast(({ role }) => role === 'visitor')?.createdAt;
  const signs = [wroteAt, about.visitorAt].filter((at) => at !== undefined).sort();
  return {
    presence: visitorPresence,
    visitorAt: signs.at(-1),
    email: about.emailTo,
    emailObstacle: about.emailObstacle,
  };
}

/** How a reply reaches the visitor. */
export interface ReplyRoute {
  sentence: string;
  /** Whether the reply is also sent by e-mail. */
  byEmail: boolean;
  /** Whether the reply may not reach the visitor. */
  isDoubtful: boolean;
}

/** The route of a reply that is sent now; undefined until it is known. */
export function replyRoute(facts: RouteFacts, nowMs: number): ReplyRoute | undefined {
  const { presence, email, emailObstacle } = facts;
  const byEmail = email !== undefined && emailObstacle === undefined;
  switch (presence?.is) {
    case undefined:
      return undefined;
    case 'here':
      return { sentence: 'On the page now', byEmail: false, isDoubtful: false };
    case 'unknown': {
      const later = byEmail ? ` · will be e-mailed to ${email} if not seen` : '';
      const sentence = `Presence unknown${later}`;
      return { sentence, byEmail: false, isDoubtful: !byEmail };
    }
    case 'left': {
      const sentence = `${departure(facts, nowMs)}${byEmail ? ` · will be e-mailed to ${email}` : obstacle(facts)}`;
      return { sentence, byEmail, isDoubtful: !byEmail };
    }
  }
}

/** When the visitor left, if this desk saw it, else when they last did something. */
function departure({ presence, visitorAt }: RouteFacts, nowMs: number): string {
  const ago = (at: string) => formatAgo(at, nowMs);
  if (presence?.sinceMs !== undefined) return `Left ${ago(new Date(presence.sinceMs).toISOString())}`;
  return visitorAt === undefined ? 'Left' : `Left, last active ${ago(visitorAt)}`;
}

function obstacle({ emailObstacle, email }: RouteFacts): string {
  switch (emailObstacle) {
    case 'no-address':
      return ', no address: ask for one when they return';
    case 'refused':
      return ` · ${email ?? 'the address'} takes no e-mails: ask for another one when they return`;
    case 'stopped':
      return ' · has stopped e-mails: will see it when they return';
    case undefined:
      return ' · will see it when they return';
  }
}
