import { Temporal } from 'temporal-polyfill';
import type { TimeZones } from '../../availability/rules/business-hours.ts';

/**
 * Time zones from the process's database, through Temporal. It never fails for a zone that is
 * stored in a record.
 */
export const temporalZones: TimeZones = {
  localTime(atMs, timeZone) {
    const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone);
    return { date: local.toPlainDate().toString(), minute: local.hour * 60 + local.minute };
  },
  instant({ date, minute }, timeZone) {
    const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
    const local = Temporal.PlainDate.from(date).toPlainDateTime(time);
    const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    const isLeftOut = !zoned.toPlainDateTime().equals(local);
    const change = isLeftOut ? zoned.getTimeZoneTransition('next') : undefined;
    return (change ?? zoned).epochMilliseconds;
  },
};
