import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parentPort } from 'node:worker_threads';

// A thread of `telemetryWorker`: the built one, or one that ends unexpectedly while a file asks for it.
const { FAILURES, TRUSTED_CERTIFICATE = '' } = process.env;

/** How many threads are to fail, this one included; counts it. */
function failing(file: string): number {
  const left = readFileSync(file, 'utf8').length;
  if (left > 0) truncateSync(file, left - 1);
  else rmSync(file);
  return left;
}

if (FAILURES !== undefined && failing(FAILURES) > 0) {
  parentPort?.once('message', () => {
    throw new Error('This thread ends by itself.');
  });
} else {
  setDefaultCACertificates([...getCACertificates('default'), TRUSTED_CERTIFICATE]);
  await import(new URL('../../dist/telemetry-worker.js', import.meta.url).href);
}
