import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { Tokens } from '../../ports.ts';

/** The lifetime of a link, in seconds: 30 days. */
const LINK_SECONDS = 30 * 24 * 3600;

const LinkClaims = z.object({ sub: z.string() });

/**
 * Links to conversations for other systems. The session id in a link is encrypted, because it gives access to
 * the conversation; only agents can open a link.
 */
export interface DeskLinks {
  create(sessionId: string): Promise<string>;
  /** The session id of a link; throws `session-not-found` if the link is invalid or has expired. */
  open(link: string): Promise<string>;
}

export function deskLinks({ tokens }: { tokens: Tokens }): DeskLinks {
  return {
    create: (sessionId) => tokens.issue('desk-link', { sub: sessionId }, LINK_SECONDS, 'sealed'),
    async open(link) {
      const claims = LinkClaims.safeParse(await tokens.read('desk-link', link, 'sealed'));
      if (!claims.success) throw new AppError('session-not-found');
      return claims.data.sub;
    },
  };
}
