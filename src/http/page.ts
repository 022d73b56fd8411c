import type { Random } from '../ports.ts';
import { html, type HttpReply } from './request.ts';

export interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
  /** Who may show the page in a frame; nobody, unless told otherwise. */
  frameAncestors?: string;
  /** Further sources by directive, for example `{ 'connect-src': 'wss://hub.example.com' }`. */
  sources?: Readonly<Record<string, string>>;
}

/**
 * A page under a strict Content-Security-Policy: nothing from another host, scripts only with the nonce that
 * `render` gets.
 */
export function pageReply(
  random: Random,
  render: (nonce: string) => string,
  options: PageOptions = {},
): HttpReply {
  const { status = 200, headers = {}, frameAncestors = "'none'", sources = {} } = options;
  const nonce = Buffer.from(random.bytes(16)).toString('base64');
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'connect-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': frameAncestors,
  };
  for (const [directive, source] of Object.entries(sources)) {
    directives[directive] = [directives[directive], source].filter(Boolean).join(' ');
  }
  const policy = Object.entries(directives).map(([directive, source]) => `${directive} ${source}`);
  return html(status, render(nonce), {
    'content-security-policy': policy.join('; '),
    ...(frameAncestors === "'none'" && { 'x-frame-options': 'DENY' }),
    ...headers,
  });
}
