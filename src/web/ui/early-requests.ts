/** A page's head sends these for the view in its address, before the page's script has arrived. */
interface EarlyRequests {
  startedAtMs: number;
  /** By path; undefined where the request failed. */
  responses: Map<string, Promise<Response | undefined>>;
}

declare global {
  var earlyRequests: EarlyRequests | undefined;
}

/** Time-out of a request that reads something. */
export const TIMEOUT_MS = 20_000;
/** An answer that is older is not used, because the view that it was meant for has not been shown. */
const USABLE_MS = 5_000;

export const READ_HEADERS = { accept: 'application/json' };

/** Preloading: sends the requests and keeps their responses for `takeEarly`. */
export function startEarly(paths: readonly string[]): void {
  const start = (path: string) =>
    // A failure is no error of the page: the view sends its own request then.
    fetch(path, { headers: READ_HEADERS, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  globalThis.earlyRequests = {
    startedAtMs: Date.now(),
    responses: new Map(paths.map((path) => [path, start(path)])),
  };
}

/** The response to a request that the head has sent, once; undefined where it sent none, or that failed. */
export async function takeEarly(path: string): Promise<Response | undefined> {
  const { startedAtMs = 0, responses } = globalThis.earlyRequests ?? {};
  const response = responses?.get(path);
  responses?.delete(path);
  return Date.now() - startedAtMs < USABLE_MS ? response : undefined;
}
