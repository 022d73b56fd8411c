import { lazy } from '../domain/caching.ts';
import type { TimeZones } from '../domain/business-hours.ts';

/** The arithmetic of time zones, loaded on first use. */
export const openZones = lazy(
  async (): Promise<TimeZones> => (await import('../adapters/zones/temporal.ts')).temporalZones,
);
