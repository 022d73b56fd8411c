import { afterAll } from 'vitest';
// Imported before tests load the platform's library, which loads its core module once.
import '../functions-host/azure-core.ts';
import { openWindows } from '../browser/open-windows.ts';

/** Pages that a file leaves open must not run during later files. */
afterAll(() => Promise.all([...openWindows].map((context) => context.close())));
