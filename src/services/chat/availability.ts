import { availabilityOf, typicalReply, type Availability } from '../../domain/availability.ts';
import { refreshedCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import type { HourlyActivity } from '../../domain/activity.ts';
import type { BusinessHours } from '../../domain/records/business-hours.ts';
import type { Ports, TimeZones } from '../../ports.ts';
import type { HoursSettings } from '../admin/business-hours.ts';
import type { AgentPresence } from '../desk/agent-presence.ts';
import type { Background } from '../platform/background.ts';
import type { WidgetAuth } from '../widgets/widget-auth.ts';

/** Whether people answer now, for visitors and for the overview. */
export interface VisitorAvailability {
  /** Of a registered widget, or of the plain chat. Unknown and disabled widgets are refused. */
  now(widgetId?: string): Promise<Availability>;
  /** This instance changed the hours of a widget, or of the deployment. */
  hoursChanged(widgetId?: string): void;
}

/** How old the known hours may become before they are read again beside a request, in milliseconds. */
const FRESH_MS = 15_000;
const MAX_AGE_MS = 60_000;
/** Unknown ids are cached as well. */
const MAX_WIDGETS = 1_000;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** The hours of a widget or of the deployment; or why the widget has no visitors. */
interface KnownHours {
  hours?: BusinessHours | undefined;
  refusal?: 'widget-not-found' | 'widget-disabled';
}

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  presence: Pick<AgentPresence, 'team'>;
  settings: Pick<HoursSettings, 'read'>;
  widgets: Pick<WidgetAuth, 'find'>;
  /** Loaded late: most instances never need it. */
  zones: () => Promise<TimeZones>;
  background: Background;
};

/**
 * Everything comes from memory once an instance is warm. What is older than 15 seconds is read again in the
 * background, so that no request waits for the store.
 */
export function visitorAvailability(dependencies: Dependencies): VisitorAvailability {
  const { clock, store, presence, settings, widgets, zones, background } = dependencies;
  const common = { clock, background };
  const hoursOf = refreshedCache<KnownHours>({
    ...common,
    freshMs: FRESH_MS,
    maxAgeMs: MAX_AGE_MS,
    max: MAX_WIDGETS,
  });
  const lastWeek = refreshedCache<HourlyActivity[]>({ ...common, freshMs: HOUR_MS, maxAgeMs: WEEK_MS });

  async function hoursOfWidget(widgetId: string): Promise<KnownHours> {
    const widget = await widgets.find(widgetId);
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
      widgetId === undefined ? undefined : hoursOf.get(widgetId, () => hoursOfWidget(widgetId)),
      hoursOf.get('', settings.read),
    ]);
    if (own?.refusal) throw new AppError(own.refusal);
    return own?.hours ?? deployment.hours;
  }

  return {
    async now(widgetId) {
      const week = lastWeek.latest('', readWeek) ?? [];
      const [hours, team, zone] = await Promise.all([hoursFor(widgetId), presence.team(), zones()]);
      const nowMs = clock.now();
      return availabilityOf({ hours, team, typical: typicalReply(week, nowMs) }, nowMs, zone);
    },
    hoursChanged: (widgetId = '') => hoursOf.forget(widgetId),
  };
}
