import * as z from 'zod/mini';
import { named, text, timeZone } from '../../lib/fields.ts';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A valid calendar date, `YYYY-MM-DD`; 29 February is valid for a yearly holiday. */
const calendarDate = () =>
  z.string().check(
    z.refine((value) => {
      const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00.000Z`) : Number.NaN;
      return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
    }, 'must be a date such as 2026-12-25'),
  );

/** A range of one weekday in local time. If `to` is before `from`, it ends on the next day. */
export const OpenRange = z
  .object({
    day: z.enum(WEEKDAYS),
    from: z.string().check(z.regex(TIME, 'must be a time such as 09:00')),
    /** `24:00` is the end of the day. */
    to: z
      .string()
      .check(
        z.refine((value) => value === '24:00' || TIME.test(value), 'must be a time such as 17:30 or 24:00'),
      ),
  })
  .check(z.refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from the start' }));
export type OpenRange = z.output<typeof OpenRange>;

/** A day on which no range starts. A range that started on the day before ends as usual. */
export const Holiday = z.object({
  date: calendarDate(),
  /** Repeated every year. */
  yearly: z._default(z.boolean(), false),
  name: z.optional(text(80)),
});
export type Holiday = z.output<typeof Holiday>;

/** Without a weekly range, it is always closed. */
export const BusinessHours = z
  .object({
    /** An IANA name. */
    timeZone: timeZone(),
    weekly: z.readonly(z.array(OpenRange).check(z.maxLength(70))),
    holidays: z._default(z.readonly(z.array(Holiday).check(z.maxLength(200))), []),
  })
  .register(z.globalRegistry, named('BusinessHours', 'When people answer, in local time of a time zone.'));
export type BusinessHours = z.output<typeof BusinessHours>;
