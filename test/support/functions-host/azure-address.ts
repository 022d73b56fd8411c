/**
 * The path that the host routes: percent-encoding is decoded except for slashes, and dot segments are
 * resolved (Kestrel, `PathDecoder`). Undefined if the host refuses the request. Node decodes a URL that is
 * not ASCII as Latin-1.
 */
export function routedPath(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith('/') || /[^\x21-\x7e]|%00/.test(path)) return undefined;
  const decoded = path.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes.replaceAll(/%2f/gi, '%252F'));
    } catch {
      return bytes;
    }
  });
  const kept: string[] = [];
  for (const segment of decoded.split('/').slice(1)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}${/\/\.{1,2}$/.test(decoded) ? '/' : ''}`;
}

/** The URL that the worker gets: the routed path, encoded again (YARP). */
export function forwardedAddress(path: string, url: string): string {
  const mark = url.indexOf('?');
  const encoded = encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23');
  return `${encoded}${mark === -1 ? '' : url.slice(mark)}`;
}
