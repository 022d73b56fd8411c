import { load } from '../../test/support/functions-host/azure-core.ts';

// Loads the named modules one after the other, in a new process that provides the platform's part of
// `@azure/functions`, and reports the load time of each.
const times: number[] = [];
await load(async () => {
  for (const path of process.argv.slice(2)) {
    const startedAt = performance.now();
    await import(path);
    times.push(performance.now() - startedAt);
  }
});
process.stdout.write(JSON.stringify(times));
