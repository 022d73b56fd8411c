import { requestIdOf } from '../../http/common-headers.ts';
import { bug } from '../../http/errors.ts';
import type { Services } from '../../compose.ts';
import type { FallbackCause } from './pairing.ts';
import type { FailedRequest } from './failure-reply.ts';

/** The part of telemetry that the host uses. */
export type HostTelemetry = Pick<Services['telemetry'], 'record'>;

/** `opened`: resolves to telemetry once it is open; a failure to open it is reported here. */
export function hostEvents(opened: () => Promise<HostTelemetry | undefined>) {
  let isFallbackRecorded = false;
  function recordFallback(telemetry: HostTelemetry | undefined, cause: FallbackCause): void {
    if (!telemetry || isFallbackRecorded) return;
    isFallbackRecorded = true;
    telemetry.record({ type: 'host-integration', state: 'fallback', cause });
  }
  return {
    /**
     * Records a request that could not be answered: in telemetry if it is open, else in the log of its
     * invocation, only with the error's class and code.
     */
    async failed(
      { error, request, invocationId, endpoint }: FailedRequest,
      log: (line: string) => void,
    ): Promise<void> {
      const event = bug(
        error,
        requestIdOf(request, () => invocationId),
        endpoint,
      );
      const telemetry = await opened().catch(() => undefined);
      if (telemetry) telemetry.record(event);
      else log(JSON.stringify(event));
    },
    /** Counts a request whose client's address cannot be trusted. */
    async addressNotTrusted(): Promise<void> {
      const telemetry = await opened().catch(() => undefined);
      telemetry?.record({ type: 'warning', code: 'client-address-not-trusted' });
    },
    /** Records the fallback to the library once, when telemetry is open (ADR 42). */
    async recordFallback(cause: FallbackCause): Promise<void> {
      if (!isFallbackRecorded) recordFallback(await opened().catch(() => undefined), cause);
    },
  };
}
