import { pageReply } from '../../src/http/page.ts';
import type { HttpReply } from '../../src/http/request.ts';

type Services = Parameters<typeof pageReply>[0];

/** An error page for a visitor in a pop-up window. */
export async function inWords(sentence: string, services: Services): Promise<HttpReply> {
  const { failedPage } = await import('../../src/web/visitor-sign-in/page.tsx');
  return pageReply(services, (nonce) => failedPage({ nonce, sentence }), { openerPolicy: 'unsafe-none' });
}
