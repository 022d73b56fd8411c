import { pageReply } from '../../src/http/page.ts';
import type { HttpReply } from '../../src/http/request.ts';

type Services = Parameters<typeof pageReply>[0];

/** The page for an e-mail's link that no longer works. */
export async function emailErrorPage(sentence: string, services: Services): Promise<HttpReply> {
  const { emailFailurePage } = await import('../../src/web/email/page.tsx');
  return pageReply(services, (nonce) => emailFailurePage({ nonce, sentence }));
}
