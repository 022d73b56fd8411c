import { randomBytes, randomUUID } from 'node:crypto';
import type { Random } from '../../../src/ports.ts';

/** Real randomness, for tests that need an adapter to behave as in production. */
export const realRandom: Random = { uuid: randomUUID, bytes: (length) => randomBytes(length) };
