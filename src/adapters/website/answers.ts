import type { IncomingHttpHeaders } from 'node:http';
import { TimeoutError } from '../../lib/concurrency.ts';
import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import { PRODUCT_TOKEN } from '../../websites/rules/reader-notice.ts';
import { RefusedAddress } from '../public-network/network.ts';
import { TooLarge } from './request.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The target of a redirect; undefined if the response is not a redirect. */
export function locationOf(
  status: number,
  { location }: IncomingHttpHeaders,
  base: string,
): string | undefined {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  return URL.parse(location, base)?.href;
}

/** The reason for leaving a page out by its status; undefined if the page can be read. */
export function reasonOf(status: number): SkipReason | undefined {
  if (status >= 200 && status < 300) return status === 204 ? 'empty' : undefined;
  if (status === 404 || status === 410) return 'not-found';
  if (status === 401 || status === 407) return 'sign-in';
  return status >= 500 ? 'server-error' : 'refused';
}

/** The reason for leaving a page out after a failed request. */
export function failureOf(error: unknown): SkipReason {
  if (error instanceof TooLarge) return 'too-large';
  if (error instanceof TimeoutError) return 'too-slow';
  if (error instanceof RefusedAddress) return 'blocked-address';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND') return 'unknown-host';
  return NOT_SECURE.test(code) ? 'not-secure' : 'unreachable';
}

/** Codes of Node.js and OpenSSL for a certificate that is not valid, and for a port without TLS. */
const NOT_SECURE =
  /^(?:EPROTO$|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$)/;

/** The rules in `X-Robots-Tag` for all robots and for this service. */
export function robotsHeader(value: string | readonly string[] | undefined): {
  noindex: boolean;
  nofollow: boolean;
} {
  const directives = [value ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((part) => part.trim().toLowerCase());
  let isForUs = true;
  const own: string[] = [];
  for (const directive of directives) {
    const [, agent, named] = /^([\w-]+)\s*:(.*)$/s.exec(directive) ?? [];
    if (agent !== undefined && !/^(?:unavailable_after|max-[\w-]+)$/.test(agent)) {
      isForUs = agent === PRODUCT_TOKEN.toLowerCase();
    }
    if (isForUs) own.push(named?.trim() ?? directive);
  }
  const has = (word: string) => own.includes(word) || own.includes('none');
  return { noindex: has('noindex'), nofollow: has('nofollow') };
}

/** A header as one value, even if it is sent several times. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
