import { AppError, STATUS_OF } from '../../src/domain/errors.ts';
import { pageReply } from '../../src/http/page.ts';
import type { HttpReply } from '../../src/http/request.ts';

type Random = Parameters<typeof pageReply>[0];

/** Tells a person in a window of its own what went wrong, as a page instead of JSON. */
export async function inWords(random: Random, reply: () => Promise<HttpReply>): Promise<HttpReply> {
  try {
    return await reply();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { failedPage } = await import('../../src/pages/visitor-sign-in/page.tsx');
    const { code, message } = error;
    return pageReply(random, (nonce) => failedPage({ nonce, sentence: message }), {
      status: STATUS_OF[code],
    });
  }
}
