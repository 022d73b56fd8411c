import type { BusinessHours } from '../availability/records/business-hours.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { HoursSettings } from '../availability/business-hours.ts';
import type { WidgetRegistry } from './widget-registry.ts';

/** The hours of a conversation's widget, else of the deployment. */
export async function hoursOf(
  { widget }: Pick<SessionRecord, 'widget'>,
  parts: { widgets: Pick<WidgetRegistry, 'find'>; hoursSettings: Pick<HoursSettings, 'read'> },
): Promise<BusinessHours | undefined> {
  const own = widget && (await parts.widgets.find(widget.id))?.widget.hours;
  return own ?? (await parts.hoursSettings.read()).hours;
}
