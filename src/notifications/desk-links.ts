import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import type { Tokens } from '../ports.ts';

/** The lifetime of a link, in seconds: 30 days. */
const LINK_SECONDS = 30 * 24 * 3600;

const LinkClaims = z.object({ sub: z.string() });

export function deskLinks({ tokens }: { tokens: Tokens }) {
  return {
    create: (sessionId: string): Promise<string> =>
      tokens.issue('desk-link', { sub: sessionId }, LINK_SECONDS, 'sealed'),
    /** The session id of a link; throws `session-not-found` if the link is invalid or has expired. */
    async open(link: string): Promise<string> {
      const claims = LinkClaims.safeParse(await tokens.read('desk-link', link, 'sealed'));
      if (!claims.success) throw new AppError('session-not-found');
      return claims.data.sub;
    },
  };
}

/**
 * Links to conversations for other systems. The session id in a link is encrypted, because it gives access to
 * the conversation; only agents can open a link.
 */
export type DeskLinks = ReturnType<typeof deskLinks>;
