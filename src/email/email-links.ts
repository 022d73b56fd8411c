import * as z from 'zod/mini';
import { conversationPage, LINK_FRAGMENT } from './rules/conversation-page.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { Ports } from '../ports.ts';

/** The lifetime of a link, in seconds: 7 days. */
const LINK_SECONDS = 7 * 24 * 3600;

/** In place of a token, in the link for a signed-in visitor. */
const SIGN_IN = 'sign-in';

const Claims = z.object({
  sub: z.string(),
  act: z.enum(['open', 'confirm', 'stop']),
  eid: z.string(),
});

/** The purpose of a link in an e-mail. */
interface EmailLink {
  sessionId: string;
  action: 'open' | 'confirm' | 'stop';
  /** The e-mail that contains the link. */
  emailId: string;
}

type Dependencies = Pick<Ports, 'tokens'> & {
  /** The public origin of this service. */
  serviceOrigin: string;
};

/**
 * The links in e-mails. They are encrypted, because the session id gives access to the conversation, and
 * valid for 7 days.
 */
export function emailLinks({ tokens, serviceOrigin }: Dependencies) {
  const make = (sessionId: string, emailId: string, action: EmailLink['action']) =>
    tokens.issue('email-link', { sub: sessionId, act: action, eid: emailId }, LINK_SECONDS, 'sealed');

  return {
    /** The link to the conversation on its site; the token is in the fragment, which servers do not log. */
    async toConversation(session: SessionRecord, emailId: string) {
      const page = conversationPage(session);
      if (!page) return undefined;
      // The link must not open a signed-in visitor's conversation without the sign-in: the chat opens and
      // asks for it.
      const asksSignIn = session.visitorIssuer !== undefined;
      const value = asksSignIn ? SIGN_IN : await make(session.sessionId, emailId, 'open');
      page.hash = `${LINK_FRAGMENT}=${value}`;
      return { href: page.href, asksSignIn };
    },

    /** The link to a page of this service that confirms an address or unsubscribes. */
    toPage: async (sessionId: string, emailId: string, action: 'confirm' | 'stop') =>
      `${serviceOrigin}/api/email/${await make(sessionId, emailId, action)}`,

    /** Undefined if the link is invalid or has expired. */
    async read(token: string) {
      const claims = Claims.safeParse(await tokens.read('email-link', token, 'sealed')).data;
      return claims && { sessionId: claims.sub, action: claims.act, emailId: claims.eid };
    },
  };
}

export type EmailLinks = ReturnType<typeof emailLinks>;
