import * as z from 'zod/mini';
import { DeliveryFailure } from '../../conversations/records/outbox-entry.ts';
import { ServiceSettings } from '../records/service-settings.ts';

export { ServiceSettings } from '../records/service-settings.ts';

export const ServiceSettingsReply = z.object({
  /** The stored settings. */
  settings: ServiceSettings,
  /** The settings of the environment, which override the stored ones. */
  environment: ServiceSettings,
  email: z.object({
    /** How e-mails are sent; `mailbox`: they are files of the local host and are not sent. */
    sender: z.enum(['communication-services', 'smtp', 'mailbox', 'off']),
    /** The address of the sender. */
    from: z.string(),
  }),
  /** The same as the ETag header, for If-Match. */
  etag: z.string(),
});
export type ServiceSettingsReply = z.infer<typeof ServiceSettingsReply>;

export const TestEmailRequest = z.object({ to: z.string().check(z.maxLength(254)) });
export type TestEmailRequest = z.infer<typeof TestEmailRequest>;

/** `failure`: why the e-mail service did not take the e-mail. */
export const TestEmailReply = z.object({ failure: z.optional(DeliveryFailure) });
export type TestEmailReply = z.infer<typeof TestEmailReply>;
