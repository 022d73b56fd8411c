import type { BusinessHours, OpenRange } from '../../../../availability/records/business-hours.ts';

type Day = OpenRange['day'];

/** The weekdays, in the order of the form. */
export const DAYS: readonly (readonly [Day, string])[] = [
  ['monday', 'Monday'],
  ['tuesday', 'Tuesday'],
  ['wednesday', 'Wednesday'],
  ['thursday', 'Thursday'],
  ['friday', 'Friday'],
  ['saturday', 'Saturday'],
  ['sunday', 'Sunday'],
];

/** Default business hours: office hours in the reader's time zone. */
export function officeHours(): BusinessHours {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const weekly = DAYS.slice(0, 5).map(([day]) => ({ day, from: '09:00', to: '17:00' }));
  return { timeZone, weekly, holidays: [] };
}

/** The ranges of a day, each with its index in the list. */
export const rangesOf = ({ weekly }: BusinessHours, day: Day): { range: OpenRange; index: number }[] =>
  weekly.map((range, index) => ({ range, index })).filter(({ range }) => range.day === day);

export function withRange(hours: BusinessHours, index: number, part: Partial<OpenRange>): BusinessHours {
  return { ...hours, weekly: hours.weekly.map((it, at) => (at === index ? { ...it, ...part } : it)) };
}

export function withoutRange(hours: BusinessHours, index: number): BusinessHours {
  return { ...hours, weekly: hours.weekly.filter((_, at) => at !== index) };
}

/** Adds a range: the first of a day is a working day; others follow the last range. */
export function withNewRange(hours: BusinessHours, day: Day): BusinessHours {
  const last = rangesOf(hours, day).at(-1)?.range;
  const isEarly = last && last.from < last.to && last.to < '23:00';
  const added = isEarly ? { day, from: last.to, to: '23:00' } : { day, from: '09:00', to: '17:00' };
  return { ...hours, weekly: [...hours.weekly, added] };
}

export function copyToAllDays(hours: BusinessHours, day: Day): BusinessHours {
  const ranges = rangesOf(hours, day).map(({ range }) => range);
  return { ...hours, weekly: DAYS.flatMap(([other]) => ranges.map((range) => ({ ...range, day: other }))) };
}

/** Time fields cannot show 24:00, so midnight at the end of a day is shown as 00:00. */
export const displayedEnd = (to: string): string => (to === '24:00' ? '00:00' : to);
export const storedEnd = (to: string): string => (to === '00:00' ? '24:00' : to);
