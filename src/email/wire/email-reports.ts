import * as z from 'zod/mini';

export const EmailReportsQuery = z.object({ key: z.string().check(z.minLength(1), z.maxLength(100)) });

/** The fields of the events that are read. An address in an event is never read. */
const EmailEvent = z.object({
  eventType: z.string(),
  data: z.object({
    /** Of a new subscription. */
    validationCode: z.optional(z.string().check(z.maxLength(200))),
    /** Of a delivery report: the operation of the e-mail, and its state. */
    messageId: z.optional(z.string()),
    status: z.optional(z.string()),
  }),
});

export const EmailEvents = z
  .array(EmailEvent)
  .check(z.minLength(1), z.maxLength(100))
  .register(z.globalRegistry, {
    id: 'EmailEvents',
    description: 'Events in the schema of Event Grid: delivery reports, or the validation of a subscription.',
  });
type EmailEvents = z.output<typeof EmailEvents>;

/** The code of a new subscription among the events. */
export function validationCodeIn(events: EmailEvents): string | undefined {
  return events.find(({ eventType }) => eventType === 'Microsoft.EventGrid.SubscriptionValidationEvent')?.data
    .validationCode;
}

/** An operation as `Email - Send` names it: a UUID. */
const OPERATION = /^[\w-]{1,100}$/;

/** The delivery reports among the events. Others are left out, so that Event Grid does not repeat them. */
export function deliveryReportsIn(events: EmailEvents): { operation: string; status: string }[] {
  return events.flatMap(({ eventType, data: { messageId, status } }) =>
    eventType === 'Microsoft.Communication.EmailDeliveryReportReceived' &&
    status !== undefined &&
    messageId !== undefined &&
    OPERATION.test(messageId)
      ? [{ operation: messageId, status }]
      : [],
  );
}

export const SubscriptionValidation = z
  .object({ validationResponse: z.string() })
  .register(z.globalRegistry, {
    id: 'SubscriptionValidation',
    description: 'The code of a new subscription, which confirms it.',
  });
export type SubscriptionValidation = z.infer<typeof SubscriptionValidation>;

export const EmailReportsAddress = z.object({ url: z.url() }).register(z.globalRegistry, {
  id: 'EmailReportsAddress',
  description: 'The address for delivery reports. It contains a key.',
});
export type EmailReportsAddress = z.infer<typeof EmailReportsAddress>;
