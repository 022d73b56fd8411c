import { afterAll } from 'vitest';
// Before a test loads the platform's library, which asks once for what only a worker has.
import '../functions-host/azure-core.ts';
import { openWindows } from '../browser/open-windows.ts';
import { leftBehind, sharedState } from './left-behind.ts';

const before = sharedState();

/** Pages that a file leaves open in the browser must not run during the files after it. */
afterAll(async () => {
  await Promise.all([...openWindows].map((context) => context.close()));
  const left = leftBehind(before, sharedState());
  if (left.length > 0) throw new Error(`This file leaves behind what it has changed: ${left.join(', ')}`);
});
