import { lazy } from '../src/lib/caching.ts';
import type { Address } from '../src/hosts/addresses.ts';
import { register, registerTimers } from '../src/hosts/azure/host.ts';
import type { StartedFiles } from './start-files.ts';

/**
 * The cloud entry point of the runtime. Importing it only registers functions. A request for a file of the
 * widget starts only the file services. The first other request, or the first reply, loads and starts the
 * rest.
 */
const startFilesOnce = lazy(async (): Promise<StartedFiles> => {
  const { startFiles } = await import('./start-files.ts');
  return startFiles(import.meta.dirname, async () => (await started()).services);
});
const started = register(
  JSON.parse(__ADDRESSES__) as Address[],
  async () => {
    const [files, { startRuntime }] = await Promise.all([startFilesOnce(), import('./start-runtime.ts')]);
    return await startRuntime(import.meta.dirname, files);
  },
  {
    early: { group: 'files', start: startFilesOnce },
    telemetry: async () => (await startFilesOnce.existing())?.services.telemetry,
    allowlist: async () => (await import('./start-files.ts')).allowlist(),
  },
);
registerTimers(started);
