/** A time until which a conversation can be snoozed, in the agent's time zone. */
export interface SnoozeTime {
  id: 'later-today' | 'tomorrow' | 'next-monday';
  at: Date;
}

const MORNING = 9;
/** The hours until `later today`, rounded up to the full hour. */
const LATER_HOURS = 3;
const MONDAY = 1;
const WEEK = 7;

/** The suggested times. `Later today` is omitted if it would be tomorrow. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const on = (daysLater: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysLater, hour);
  const later = on(0, now.getHours() + LATER_HOURS + (now.getMinutes() > 0 ? 1 : 0));
  const daysToMonday = (MONDAY - now.getDay() + WEEK) % WEEK || WEEK;
  return [
    ...(later.getDate() === now.getDate() ? [{ id: 'later-today', at: later } as const] : []),
    { id: 'tomorrow', at: on(1, MORNING) },
    { id: 'next-monday', at: on(daysToMonday, MORNING) },
  ];
}
