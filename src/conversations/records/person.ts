import * as z from 'zod/mini';
import { count, named, time } from '../../lib/fields.ts';

/** A person in the conversations, found by a name, an address, a phone number or an id. */
export const FoundPerson = z
  .object({
    /** `email:…`, `phone:…` (digits) and `visitor:<issuer> <subject>` of a verified visitor. */
    identifiers: z.array(z.string()),
    /** The latest one first. */
    names: z.array(z.string()),
    conversations: count(),
    /** Those that an agent has claimed. */
    claimed: count(),
    firstAt: time(),
    lastAt: time(),
  })
  .register(z.globalRegistry, named('Person', 'The visitor of conversations that share an identifier.'));
export type FoundPerson = z.output<typeof FoundPerson>;

/** The deletion of all conversations of a person, while it runs. */
export const RunningErasure = z
  .object({ id: z.string(), startedAt: time(), erased: count() })
  .register(
    z.globalRegistry,
    named(
      'Erasure',
      'A running deletion of a person’s conversations; it leaves the list when it is complete.',
    ),
  );
export type RunningErasure = z.output<typeof RunningErasure>;
