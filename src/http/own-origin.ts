const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/;

/**
 * The service's own origin behind the platform's front end, which routes by host name and accepts https only:
 * the requested host name where it is a known one, else the first known one. Callers can forge `Forwarded`,
 * `X-Original-Host` and
 * `DISGUISED-HOST`, and `X-Forwarded-Proto` on the wire is that of the hop behind the front end. A loopback
 * name means plain http on the machine itself.
 */
export function ownOrigin(addressed: string | undefined, knownHosts: readonly string[]): string {
  const host = addressed?.toLowerCase() ?? '';
  if (LOOPBACK.test(host)) return `http://${host}`;
  const known = knownHosts.includes(host) ? host : knownHosts[0];
  return `https://${known ?? host}`;
}

/** Whether an origin is plain http on this machine. */
export function isPlainLoopback(origin: string): boolean {
  return origin.startsWith('http://') && LOOPBACK.test(origin.slice('http://'.length));
}
