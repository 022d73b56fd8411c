import type { TimeZones as ZoneArithmetic } from '../domain/business-hours.ts';

/** The arithmetic of time zones, which a library does. It never fails for a zone that a record holds. */
export type TimeZones = ZoneArithmetic;
