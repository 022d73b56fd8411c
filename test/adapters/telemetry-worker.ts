import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { trustedCertificate } from '../support/servers/certificate.ts';

/**
 * The built thread of telemetry, as the address of its module. It trusts this process's test servers, since
 * trust is a thread's own. The first `fails` of its threads end unexpectedly when they are given events.
 */
export function telemetryWorker({ fails = 0 } = {}): URL {
  vi.stubEnv('TRUSTED_CERTIFICATE', trustedCertificate().cert);
  const failures = fails > 0 ? join(tmpdir(), `failures-${randomUUID()}`) : undefined;
  if (failures !== undefined) writeFileSync(failures, 'x'.repeat(fails));
  vi.stubEnv('FAILURES', failures);
  return new URL('telemetry-worker-trusting.ts', import.meta.url);
}
