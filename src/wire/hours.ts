import * as z from 'zod/mini';
import { BusinessHours } from '../domain/records/business-hours.ts';
import { named } from '../domain/records/fields.ts';

/** Without `hours` people answer at any time. */
export const BusinessHoursRequest = z
  .object({ hours: z.optional(BusinessHours) })
  .register(z.globalRegistry, named('BusinessHoursRequest', 'The business hours of the deployment.'));
export type BusinessHoursRequest = z.infer<typeof BusinessHoursRequest>;

/** `etag` is also in the header: the version that an edit is based on. */
export const BusinessHoursReply = z.object({ hours: z.optional(BusinessHours), etag: z.string() });
export type BusinessHoursReply = z.infer<typeof BusinessHoursReply>;
