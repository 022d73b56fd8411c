import * as z from 'zod/mini';
import { BusinessHours } from './records/business-hours.ts';
import { named } from '../lib/fields.ts';

/** Without `hours`, it is always open. */
export const BusinessHoursRequest = z
  .object({ hours: z.optional(BusinessHours) })
  .register(z.globalRegistry, named('BusinessHoursRequest', 'The business hours of the deployment.'));
export type BusinessHoursRequest = z.infer<typeof BusinessHoursRequest>;

/** `etag`: the same as the ETag header, for If-Match. */
export const BusinessHoursReply = z.object({ hours: z.optional(BusinessHours), etag: z.string() });
export type BusinessHoursReply = z.infer<typeof BusinessHoursReply>;
