import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { Tokens } from '../../ports.ts';

/** For how long a link of a card opens its conversation, in seconds: 30 days. */
const LINK_SECONDS = 30 * 24 * 3600;

const LinkClaims = z.object({ sub: z.string() });

/**
 * Links to conversations for places outside the service. A link holds the session's id encrypted, because
 * anyone who has that id can read the conversation; only an agent's request opens it.
 */
export interface DeskLinks {
  create(sessionId: string): Promise<string>;
  /** The session of a link; `session-not-found` for one that is invalid or has expired. */
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
