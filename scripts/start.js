// Plain JavaScript: stripping the types of a script would cost the service 14 MB.
import { spawnSync } from 'node:child_process';

// The build runs in a process of its own, so that the service does not carry the compiler's memory. The service runs in
// this one, for which npm's script gives up its shell (`exec`; Windows has none and takes the other half), so that
// Ctrl-C and SIGTERM reach it and npm ends with its exit code.
const built = spawnSync(process.execPath, [`${import.meta.dirname}/build.ts`], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
await import(new URL('../dist/local.js', import.meta.url).href);
