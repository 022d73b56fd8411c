import { lazy } from '../lib/caching.ts';
import type { TimeZones } from '../availability/rules/business-hours.ts';

/** The arithmetic of time zones, loaded on first use. */
export const openZones = lazy(
  async (): Promise<TimeZones> => (await import('../adapters/zones/temporal.ts')).temporalZones,
);
