import { register, registerTimers } from '../src/hosts/azure.ts';

/**
 * The cloud entry of the runtime. Importing it only registers what the build found in `routes.ts` and
 * `timers/`; the first request loads and starts the rest.
 */
const started = register(__PLACES__.runtime, async () => {
  const { startRuntime } = await import('./start-runtime.ts');
  return await startRuntime(import.meta.dirname);
});
registerTimers(__PLACES__.timers, started);
