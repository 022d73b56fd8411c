import { requestIdOf } from '../http/common-headers.ts';
import { bug } from '../http/errors.ts';
import type { Services } from '../compose.ts';
import type { FallbackCause } from './azure-pairing.ts';
import type { FailedRequest } from './failure-reply.ts';

/** The part of telemetry that the host uses. */
export type HostTelemetry = Pick<Services['telemetry'], 'record'>;

/** Reports failures of the host, outside of endpoints. */
export interface HostReports {
  /**
   * Records a request that could not be answered: in telemetry if it is open, else in the log of its
   * invocation, only with the error's class and code.
   */
  failed(request: FailedRequest, log: (line: string) => void): Promise<void>;
  /** Counts a request whose client's address cannot be trusted. */
  addressNotTrusted(): Promise<void>;
  /** Records the fallback to the library once, when telemetry is open (ADR 42). */
  recordFallback(cause: FallbackCause): Promise<void>;
}

/** `opened`: resolves to telemetry once it is open; a failure to open it is reported here. */
export function hostReports(opened: () => Promise<HostTelemetry | undefined>): HostReports {
  let isFallbackRecorded = false;
  function recordFallback(telemetry: HostTelemetry | undefined, cause: FallbackCause): void {
    if (!telemetry || isFallbackRecorded) return;
    isFallbackRecorded = true;
    telemetry.record({ type: 'host-integration', state: 'fallback', cause });
  }
  return {
    async failed({ error, request, invocationId, endpoint }, log) {
      const event = bug(
        error,
        requestIdOf(request, () => invocationId),
        endpoint,
      );
      const telemetry = await opened().catch(() => undefined);
      if (telemetry) telemetry.record(event);
      else log(JSON.stringify(event));
    },
    async addressNotTrusted() {
      const telemetry = await opened().catch(() => undefined);
      telemetry?.record({ type: 'warning', code: 'client-address-not-trusted' });
    },
    async recordFallback(cause) {
      if (!isFallbackRecorded) recordFallback(await opened().catch(() => undefined), cause);
    },
  };
}
