import { lazy } from '../src/lib/caching.ts';
import type { Address } from '../src/hosts/addresses.ts';
import { register } from '../src/hosts/azure/host.ts';

/**
 * The cloud entry point of the publisher's control plane. Importing it only registers functions; the first
 * request loads and starts the rest.
 */
const runningApp = lazy(async () => {
  const { startControlPlane } = await import('./start-control-plane.ts');
  return await startControlPlane(import.meta.dirname);
});
register(JSON.parse(__ADDRESSES__) as Address[], runningApp, {
  telemetry: async () => (await runningApp.existing())?.services.telemetry,
});
