import { pageReply } from '../../src/http/page.ts';
import type { HttpReply } from '../../src/http/request.ts';

type Random = Parameters<typeof pageReply>[0];

/** An error page for a visitor in a pop-up window. */
export async function inWords(sentence: string, { random }: { random: Random }): Promise<HttpReply> {
  const { failedPage } = await import('../../src/web/visitor-sign-in/page.tsx');
  return pageReply(random, (nonce) => failedPage({ nonce, sentence }));
}
