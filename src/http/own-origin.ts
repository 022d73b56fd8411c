const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * The service's own origin behind the platform's front end, which routes by the host name and takes https alone: the name that
 * the request was addressed to where it is a known one, else the first known one. `Forwarded`, `X-Original-Host` and
 * `DISGUISED-HOST` are a visitor's to write, and `X-Forwarded-Proto` on the wire is that of the hop behind the front end.
 * A loopback name is only ever addressed on the machine itself, by plain http.
 */
export function ownOrigin(addressed: string | undefined, knownHosts: readonly string[]): string {
  const host = addressed?.toLowerCase() ?? '';
  if (LOOPBACK.test(host)) return `http://${host}`;
  const known = knownHosts.includes(host) ? host : knownHosts[0];
  return `https://${known ?? host}`;
}

/** Whether an origin is plain http on the machine itself. */
export function isPlainLoopback(origin: string): boolean {
  return origin.startsWith('http://') && LOOPBACK.test(origin.slice('http://'.length));
}
