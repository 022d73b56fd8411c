import * as z from 'zod/mini';
import { conversationPage, LINK_FRAGMENT } from '../../domain/email/conversation-page.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';

/** How long a link works, in seconds: 7 days. */
const LINK_SECONDS = 7 * 24 * 3600;

const Claims = z.object({
  jti: z.uuid(),
  sub: z.string(),
  act: z.enum(['open', 'confirm', 'stop']),
  eid: z.string(),
});

/** The purpose of a link in an e-mail. */
export interface EmailLink {
  /** Different in each link. */
  id: string;
  sessionId: string;
  action: 'open' | 'confirm' | 'stop';
  /** The e-mail that it is in. */
  emailId: string;
}

/**
 * The links in e-mails: encrypted, so that they show nothing of the session's id, which opens a conversation,
 * and valid for 7 days.
 */
export interface EmailLinks {
  /** The conversation on its site: the token is in the fragment, which no server's log has. */
  toConversation(
    session: SessionRecord,
    emailId: string,
  ): Promise<{ href: string; isOnce: boolean } | undefined>;
  /** A page of this service that confirms an address or stops e-mails. */
  toPage(sessionId: string, emailId: string, action: 'confirm' | 'stop'): Promise<string>;
  /** Undefined for a link that is invalid or has expired. */
  read(token: string): Promise<EmailLink | undefined>;
  /** Whether this is the first use of a link. */
  use(link: EmailLink): Promise<boolean>;
}

type Dependencies = Pick<Ports, 'clock' | 'counters' | 'random' | 'tokens'> & {
  /** The origin of this service, as visitors reach it. */
  serviceOrigin: string;
};

export function emailLinks({ clock, counters, random, tokens, serviceOrigin }: Dependencies): EmailLinks {
  const make = (sessionId: string, emailId: string, action: EmailLink['action']) =>
    tokens.issue(
      'email-link',
      { jti: random.uuid(), sub: sessionId, act: action, eid: emailId },
      LINK_SECONDS,
      'sealed',
    );

  return {
    async toConversation(session, emailId) {
      const page = conversationPage(session);
      if (!page) return undefined;
      // A visitor who has signed in finds the conversation there; the bare link must not open it.
      if (session.visitorIssuer !== undefined) return { href: page.href, isOnce: false };
      page.hash = `${LINK_FRAGMENT}=${await make(session.sessionId, emailId, 'open')}`;
      return { href: page.href, isOnce: true };
    },

    toPage: async (sessionId, emailId, action) =>
      `${serviceOrigin}/api/email/${await make(sessionId, emailId, action)}`,

    async read(token) {
      const claims = Claims.safeParse(await tokens.read('email-link', token, 'sealed')).data;
      return claims && { id: claims.jti, sessionId: claims.sub, action: claims.act, emailId: claims.eid };
    },

    async use({ id }) {
      const [window] = await counters.hit([`email-link:${id}`], LINK_SECONDS * 1000, clock.now());
      return window?.count === 1;
    },
  };
}
