import * as z from 'zod/mini';
import { emailAddress, plainName } from '../../conversations/rules/contact.ts';
import { named, text, trusted } from '../../lib/fields.ts';

const address = () =>
  z.string().check(z.refine((value) => emailAddress(value) === value, 'must be an e-mail address'));

/** The settings of the deployment that the environment leaves open; an absent one has its default. */
export const ServiceSettings = z
  .object({
    /** How long conversations are kept after their last message; 0: for ever. */
    retentionDays: z.optional(z.int().check(z.minimum(0), z.maximum(36_500))),
    /** The address for answers to e-mails; default: the sender. */
    emailReplyTo: z.optional(address()),
    /** The name of the business in e-mails. */
    emailBusinessName: z.optional(text(60).check(z.refine(plainName, 'must be one line of text'))),
  })
  .register(
    z.globalRegistry,
    named(
      'ServiceSettings',
      'The settings that the environment leaves open; the environment overrides them.',
    ),
  );
export type ServiceSettings = z.output<typeof ServiceSettings>;

export const StoredServiceSettings = trusted(ServiceSettings);
