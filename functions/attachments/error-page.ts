import { pageReply } from '../../src/http/page.ts';
import type { HttpReply } from '../../src/http/request.ts';

type Services = Parameters<typeof pageReply>[0];

/** The page for a file that cannot be read. */
export async function unreadableFile(sentence: string, services: Services): Promise<HttpReply> {
  const { unreadableFilePage } = await import('../../src/web/visitor-sign-in/page.tsx');
  return pageReply(services, (nonce) => unreadableFilePage({ nonce, sentence }));
}
