import { pageReply } from '../../src/http/page.ts';
import type { HttpReply } from '../../src/http/request.ts';

type Random = Parameters<typeof pageReply>[0];

/** The page of a file that cannot be read. */
export async function unreadableFile(sentence: string, { random }: { random: Random }): Promise<HttpReply> {
  const { unreadableFilePage } = await import('../../src/web/visitor-sign-in/page.tsx');
  return pageReply(random, (nonce) => unreadableFilePage({ nonce, sentence }));
}
