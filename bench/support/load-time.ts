import { load } from '../../test/support/azure-core.ts';

// Loads the modules that are named one after the other, in a fresh process where the platform’s part of
// `@azure/functions` is at hand, and tells how long each took and what was registered.
const times: number[] = [];
const { functions } = await load(async () => {
  for (const path of process.argv.slice(2)) {
    const startedAt = performance.now();
    await import(path);
    times.push(performance.now() - startedAt);
  }
});
process.stdout.write(JSON.stringify({ times, functions: functions.length }));
