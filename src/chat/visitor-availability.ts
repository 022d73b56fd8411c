import { availabilityOf, typicalReply, type Availability } from './rules/availability.ts';
import { refreshedCache, ttlMap } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { HourlyActivity } from '../availability/rules/activity.ts';
import type { TimeZones } from '../availability/rules/business-hours.ts';
import type { BusinessHours } from '../availability/records/business-hours.ts';
import type { Ports } from '../ports.ts';
import type { HoursSetting, HoursSettings } from '../availability/business-hours.ts';
import type { AgentPresence } from '../availability/agent-presence.ts';
import type { Background } from '../platform/background.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';

/** The age in milliseconds from which cached hours are refreshed in the background. */
const FRESH_MS = 15_000;
const MAX_AGE_MS = 60_000;
/** The maximum number of cached widgets; unknown ids are cached, too. */
const MAX_WIDGETS = 1_000;
const UTC = 'UTC';
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** The hours of a widget that overrides them, or why it accepts no visitors. */
interface WidgetHours {
  hours?: BusinessHours | undefined;
  refusal?: 'widget-not-found' | 'widget-disabled';
}

type Dependencies = Pick<Ports, 'clock'> & {
  store: Pick<Ports['store'], 'activity'>;
  presence: Pick<AgentPresence, 'team'>;
  settings: Pick<HoursSettings, 'read'>;
  widgets: Pick<WidgetRegistry, 'find'>;
  /** Loaded on first use, because most instances never need it. */
  zones: () => Promise<TimeZones>;
  background: Background;
};

/**
 * Answers from memory once an instance is warm. Hours older than 15 s are refreshed in the background, so
 * that no request waits for the store.
 */
export function visitorAvailability(dependencies: Dependencies) {
  const { clock, store, presence, settings, widgets, zones, background } = dependencies;
  const common = { clock, background };
  const ages = { freshMs: FRESH_MS, maxAgeMs: MAX_AGE_MS };
  const ofWidgets = refreshedCache<WidgetHours>({ ...common, ...ages, max: MAX_WIDGETS });
  // A separate cache, so that its key cannot collide with an id that a visitor sends.
  const ofDeployment = refreshedCache<HoursSetting>({ ...common, ...ages });
  const recent = ttlMap<Availability>({ clock, ttlMs: MAX_AGE_MS, max: MAX_WIDGETS });
  const timeZones = refreshedCache<string>({
    ...common,
    freshMs: HOUR_MS,
    maxAgeMs: WEEK_MS,
    max: MAX_WIDGETS,
  });
  const lastWeek = refreshedCache<HourlyActivity[]>({ ...common, freshMs: HOUR_MS, maxAgeMs: WEEK_MS });

  async function hoursOfWidget(widgetId: string): Promise<WidgetHours> {
    const widget = (await widgets.find(widgetId))?.widget;
    if (!widget) return { refusal: 'widget-not-found' };
    return widget.enabled ? { hours: widget.hours } : { refusal: 'widget-disabled' };
  }

  async function readWeek(): Promise<HourlyActivity[]> {
    const now = new Date(clock.now());
    now.setUTCMinutes(0, 0, 0);
    return await store.activity(new Date(now.getTime() - WEEK_MS).toISOString(), now.toISOString());
  }

  async function hoursFor(widgetId: string | undefined): Promise<BusinessHours | undefined> {
    const [own, deployment] = await Promise.all([
      widgetId === undefined ? undefined : ofWidgets.get(widgetId, () => hoursOfWidget(widgetId)),
      ofDeployment.get('', settings.read),
    ]);
    if (own?.refusal) throw new AppError(own.refusal);
    return own?.hours ?? deployment.hours;
  }

  return {
    /**
     * For a registered widget or the plain chat; `asks`: the visitor asks for a person now. Throws
     * `widget-not-found` and `widget-disabled`.
     */
    async now(givenId?: string, asks = false): Promise<Availability> {
      const widgetId = givenId?.toLowerCase();
      const week = lastWeek.latest('', readWeek) ?? [];
      const [hours, team, zone] = await Promise.all([hoursFor(widgetId), presence.team(asks), zones()]);
      const nowMs = clock.now();
      const availability = availabilityOf({ hours, team, typical: typicalReply(week, nowMs) }, nowMs, zone);
      recent.set(widgetId ?? '', availability);
      return availability;
    },
    /**
     * The cached result of the last minute on this instance; undefined without one.
     */
    cached: (widgetId = ''): Availability | undefined => recent.get(widgetId.toLowerCase()),
    /**
     * The date in the time zone of the business hours (`YYYY-MM-DD`). It waits for no store: the zone is read
     * in the background, and the first date of an instance is that in UTC.
     */
    async today(givenId = ''): Promise<string> {
      const id = givenId.toLowerCase();
      const read = async () => (await hoursFor(id === '' ? undefined : id))?.timeZone ?? UTC;
      const timeZone = timeZones.latest(id, read) ?? UTC;
      const nowMs = clock.now();
      if (timeZone === UTC) return new Date(nowMs).toISOString().slice(0, 10);
      return (await zones()).localTime(nowMs, timeZone).date;
    },
    /** Clears the cache after this instance changed a widget, or the hours of the deployment. */
    invalidate(widgetId?: string): void {
      timeZones.forget(widgetId?.toLowerCase() ?? '');
      if (widgetId === undefined) ofDeployment.forget('');
      else ofWidgets.forget(widgetId.toLowerCase());
    },
  };
}

/** The team's availability, for visitors and the overview. */
export type VisitorAvailability = ReturnType<typeof visitorAvailability>;
