/** The name by which a robots.txt, a page or a header addresses this service (RFC 9309 §2.2.1). */
export const PRODUCT_TOKEN = 'ChatWidgetService';

/** How requests name the service: `aboutUrl` is a page that says who reads. */
export function userAgentOf(aboutUrl: string): string {
  return `${PRODUCT_TOKEN}/1.0 (+${aboutUrl})`;
}
