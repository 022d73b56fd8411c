import { AppError } from '../domain/errors.ts';
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
  // The platform replaces `*` by the requesting site's origin without telling caches.
  vary: 'Accept-Encoding, Origin',
};

const OWN_PAGES = { 'cross-origin-resource-policy': 'same-origin', vary: 'Accept-Encoding' };

/**
 * The audience of a file: the widget's files are for every site and cached for minutes, those with a hash in
 * their address for a year. A page's files are same-origin. An admin's changes must not be hidden by a cache
 * for a day.
 */
const AUDIENCE = {
  widget: { ...EVERY_SITE, 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' },
  versioned: { ...EVERY_SITE, 'cache-control': 'public, max-age=31536000, immutable' },
  registered: { ...EVERY_SITE, 'cache-control': 'public, max-age=300' },
  page: { ...OWN_PAGES, 'cache-control': 'private, no-cache' },
  versionedPage: { ...OWN_PAGES, 'cache-control': 'public, max-age=31536000, immutable' },
};

/** Serves a built file, compressed as the client accepts, with a strong ETag. */
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

/** Serves a file with this extension, compressed as the client accepts, with a strong ETag. */
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

/** A strong ETag names exact bytes, so each encoding has its own (RFC 9110 §8.8.3.3). */
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

/** The widget's build leaves it in scripts for the address that they are served from (widget/build.ts). */
const SCRIPT_ADDRESS = '{script-address}';

/** A script of the widget as a text that is served from an address: by it a module finds its own tag. */
const addressed = (script: string, address: string): string =>
  script.replaceAll(SCRIPT_ADDRESS, () => scriptJson(address).slice(1, -1));

/** A built script of the widget with the address that it is served from. */
export async function addressedScript(assets: Assets, path: string, address: string): Promise<Asset> {
  const built = await assets.read(path);
  if (!built) throw new AppError('not-found');
  return await assets.make(addressed(Buffer.from(built.bytes).toString(), address));
}

/** A built file that is a function: of a value too, where it takes one first. */
export interface ScriptPart {
  path: string;
  value?: unknown;
}

/**
 * A script of the widget that calls a built file, which is one function, with a value and with other such
 * functions. It has the address that it is served from.
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
  return await assets.make(`${addressed(main, address)}(${scriptJson(value)},[${rest.join(',')}]);`);
}
