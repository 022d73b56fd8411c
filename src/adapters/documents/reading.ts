import * as z from 'zod/mini';
import { FILE_REFUSALS } from '../../domain/errors.ts';

/** The first message of the thread: it can be sent a file. */
export const READY = 'ready';

/** What the thread answers. */
export const Reading = z.union([
  z.object({ read: z.object({ markdown: z.string(), pages: z.exactOptional(z.int()) }) }),
  z.object({ refused: z.enum(FILE_REFUSALS) }),
]);
export type Reading = z.output<typeof Reading>;
