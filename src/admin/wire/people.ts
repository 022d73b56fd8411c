import * as z from 'zod/mini';
import { named, text } from '../../lib/fields.ts';
import { FoundPerson, RunningErasure } from '../../conversations/records/person.ts';
import { IDENTIFIER } from '../../conversations/rules/session-facets.ts';

/** `q`: whole words of a name, an e-mail address, a phone number or the id of a verified visitor. */
export const PeopleQuery = z.object({ q: text(200) });

export const PeopleReply = z
  .object({ people: z.array(FoundPerson), isPartial: z.boolean() })
  .register(
    z.globalRegistry,
    named(
      'People',
      'The persons that were found; `isPartial`: there are more conversations than were counted.',
    ),
  );
export type PeopleReply = z.infer<typeof PeopleReply>;

export const ErasureRequest = z
  .object({
    identifiers: z
      .array(text(600).check(z.regex(IDENTIFIER, 'must begin with email:, phone: or visitor:')))
      .check(z.minLength(1), z.maxLength(50)),
  })
  .register(
    z.globalRegistry,
    named('ErasureRequest', 'The identifiers of a person, as in `people`; each of them is enough.'),
  );

export const ErasureReply = z.object({ erasure: RunningErasure });
export type ErasureReply = z.infer<typeof ErasureReply>;

export const ErasuresReply = z
  .object({ erasures: z.array(RunningErasure) })
  .register(z.globalRegistry, named('Erasures', 'The running erasures, the latest first.'));
export type ErasuresReply = z.infer<typeof ErasuresReply>;
