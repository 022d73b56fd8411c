import { AppError } from '../core/errors.ts';
import type { Asset, Assets } from '../ports.ts';
import { notModified } from './etag.ts';
import { preferredEncoding } from './negotiation.ts';
import type { HttpReply, HttpRequest } from './request.ts';

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  ts: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

const EVERY_SITE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // The platform replaces `*` by the requesting site's origin, so caches need `Vary: Origin`.
  vary: 'Accept-Encoding, Origin',
};

const OWN_PAGES = { 'cross-origin-resource-policy': 'same-origin', vary: 'Accept-Encoding' };

/**
 * The headers by audience. The widget's files are for every site and cached for five minutes, files with a
 * hash in their URL for a year. The scripts of registered widgets are not served stale, so that admins'
 * changes appear within minutes. Files of pages are same-origin.
 */
const AUDIENCE = {
  widget: { ...EVERY_SITE, 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' },
  versioned: { ...EVERY_SITE, 'cache-control': 'public, max-age=31536000, immutable' },
  registered: { ...EVERY_SITE, 'cache-control': 'public, max-age=300' },
  page: { ...OWN_PAGES, 'cache-control': 'private, no-cache' },
  versionedPage: { ...OWN_PAGES, 'cache-control': 'public, max-age=31536000, immutable' },
};

/** Serves a built file with content negotiation and a strong ETag; 404 if it does not exist. */
export async function assetReply(
  assets: Assets,
  request: HttpRequest,
  path: string,
  audience: keyof typeof AUDIENCE,
): Promise<HttpReply> {
  const asset = await assets.read(path);
  if (!asset) throw new AppError('not-found');
  return fileReply(asset, request, path.slice(path.lastIndexOf('.') + 1), audience);
}

/** Serves a file with content negotiation and a strong ETag; `extension` decides the content type. */
export function fileReply(
  asset: Asset,
  request: HttpRequest,
  extension: string,
  audience: keyof typeof AUDIENCE,
): HttpReply {
  const encoding = preferredEncoding(request);
  const headers = { ...AUDIENCE[audience], etag: etagOf(asset.etag, encoding) };
  const unchanged = notModified(request, headers);
  if (unchanged) return unchanged;
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      ...(encoding && { 'content-encoding': encoding }),
    },
    body: encoding ? asset[encoding === 'br' ? 'br' : 'gzip'] : asset.bytes,
  };
}

/** Each encoding has its own strong ETag (RFC 9110 §8.8.3.3). */
function etagOf(etag: string, encoding: string | undefined): string {
  return encoding ? `${etag.slice(0, -1)}-${encoding}"` : etag;
}

/**
 * Characters that may end a script or a line of it, even inside a string (ECMA-262 §12.3; HTML, script data
 * state).
 */
const UNSAFE = /[<\u2028\u2029]/g;

/** JSON that is safe inside a script and a `script` element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The placeholder for the script's URL, which the widget's build leaves in scripts (widget/build.ts). */
const SCRIPT_ADDRESS = '{script-address}';

/** Fills in the URL of a script, by which it finds its own tag. */
const withAddress = (script: string, address: string): string =>
  script.replaceAll(SCRIPT_ADDRESS, () => scriptJson(address).slice(1, -1));

/** The end of the plain script: a call without options. The service fills in the default widget. */
const NO_OPTIONS = '({})';

interface PlainScript {
  /** The script's URL. */
  address: string;
  /** The options of the default widget. */
  options: Readonly<Record<string, string>>;
}

/** The script of the plain tag with its URL and the options of the default widget. */
export async function plainScript(
  assets: Assets,
  path: string,
  { address, options }: PlainScript,
): Promise<Asset> {
  const built = await assets.read(path);
  if (!built) throw new AppError('not-found');
  const script = withAddress(Buffer.from(built.bytes).toString(), address);
  if (!script.endsWith(NO_OPTIONS)) throw new Error('The built script does not end with its options.');
  return await assets.make(`${script.slice(0, -NO_OPTIONS.length)}(${scriptJson(options)})`);
}

/** A built file that is one function; with `value`, it is first applied to the value. */
export interface ScriptPart {
  path: string;
  value?: unknown;
}

/**
 * Composes a script that calls a built file (one function) with a value and other built functions, and fills
 * in its URL.
 */
export async function appliedScript(
  assets: Assets,
  path: string,
  [value, parts]: readonly [value: unknown, parts: readonly ScriptPart[]],
  address: string,
): Promise<Asset> {
  const functionIn = async (file: string) => {
    const built = await assets.read(file);
    if (!built) throw new AppError('not-found');
    return `(${Buffer.from(built.bytes).toString()})`;
  };
  const partOf = async (part: ScriptPart) =>
    `${await functionIn(part.path)}${part.value === undefined ? '' : `(${scriptJson(part.value)})`}`;
  const [main, ...rest] = await Promise.all([functionIn(path), ...parts.map(partOf)]);
  return await assets.make(`${withAddress(main, address)}(${scriptJson(value)},[${rest.join(',')}]);`);
}
