import { spawnSync } from 'node:child_process';

// The build runs in a process of its own, so that the service does not carry the compiler's memory; the service runs in
// this one, so that Ctrl-C and SIGTERM reach it and its exit code is npm's.
const built = spawnSync(process.execPath, [`${import.meta.dirname}/build.ts`], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
await import(new URL('../dist/local.js', import.meta.url).href);
