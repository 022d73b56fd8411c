import { afterAll } from 'vitest';
// Imported before tests load the platform's library, which loads its core module once.
import '../functions-host/azure-core.ts';
import { openWindows } from '../browser/open-windows.ts';
import { leftBehind, sharedState } from './left-behind.ts';

const before = sharedState();

/** Pages that a file leaves open must not run during later files. */
afterAll(async () => {
  await Promise.all([...openWindows].map((context) => context.close()));
  const left = leftBehind(before, sharedState());
  if (left.length > 0) throw new Error(`This file leaves behind what it has changed: ${left.join(', ')}`);
});
