import type { Ports } from '../ports.ts';
import { withVersions } from './page-files.ts';
import { html, type HttpReply } from './request.ts';

interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
  /** The origins that may frame this page; default: no origin. */
  frameAncestors?: readonly string[];
  /**
   * The Cross-Origin-Opener-Policy; default `same-origin`. Sign-in pages, and pages that open one, need their
   * reference to the other window.
   */
  openerPolicy?: 'same-origin-allow-popups' | 'unsafe-none';
  /** Additional CSP sources by directive, for example `{ 'connect-src': ['wss://hub.example.com'] }`. */
  sources?: Readonly<Record<string, readonly (string | undefined)[]>>;
}

/**
 * A page under a strict Content-Security-Policy: no other hosts, and scripts only with the nonce that
 * `render` gets.
 */
export async function pageReply(
  { random, assets }: Pick<Ports, 'random' | 'assets'>,
  render: (nonce: string) => string,
  options: PageOptions = {},
): Promise<HttpReply> {
  const { status = 200, headers = {}, frameAncestors, sources = {} } = options;
  const { openerPolicy = 'same-origin' } = options;
  const nonce = Buffer.from(random.bytes(16)).toString('base64');
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [`'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'connect-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    // Trusted Types prevent that text becomes script or markup. The widget's preview needs its script URL.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['widget-preview'],
    'frame-ancestors': frameAncestors ?? ["'none'"],
  };
  for (const [directive, further] of Object.entries(sources)) {
    const known = further.filter((source) => source !== undefined);
    directives[directive] = [...(directives[directive] ?? []), ...known];
  }
  const policy = Object.entries(directives).map(
    ([directive, list]) => `${directive} ${list.map(singleSource).join(' ')}`,
  );
  return html(status, await withVersions(render(nonce), assets), {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': openerPolicy,
    'permissions-policy': PERMISSIONS,
    ...(frameAncestors === undefined && { 'x-frame-options': 'DENY' }),
    ...headers,
  });
}

/** The permissions that the service's pages do not use. */
const PERMISSIONS = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Checks that a text is a single CSP source and cannot inject another source or directive (defense in depth).
 */
function singleSource(source: string): string {
  if (!/^[^\s;,]+$/.test(source)) throw new Error('A source of the Content-Security-Policy is not one word.');
  return source;
}

/**
 * The frame ancestors of the desk and of widgets: the hosts of Teams tabs, as Microsoft lists them for tab
 * pages.
 */
export const TEAMS_HOSTS = [
  'https://teams.microsoft.com',
  'https://*.teams.microsoft.com',
  // In the clouds of the US governments: GCC High and DoD.
  'https://gov.teams.microsoft.us',
  'https://dod.teams.microsoft.us',
  'https://*.cloud.microsoft',
  'https://*.microsoft365.com',
  'https://*.office.com',
  'https://outlook.office365.com',
];
