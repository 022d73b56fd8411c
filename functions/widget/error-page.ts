import { pageReply } from '../../src/http/page.ts';
import type { HttpReply } from '../../src/http/request.ts';

type Services = Parameters<typeof pageReply>[0];

/** The error page in a visitor's sign-in window. */
export async function visitorErrorPage(sentence: string, services: Services): Promise<HttpReply> {
  const { failedPage } = await import('../../src/web/visitor-sign-in/page.tsx');
  return pageReply(services, (nonce) => failedPage({ nonce, sentence }), { openerPolicy: 'unsafe-none' });
}
