import * as z from 'zod/mini';
import { entityTag } from '../../domain/entity-tag.ts';
import { BusinessHours } from '../../domain/records/business-hours.ts';
import { trusted } from '../../domain/records/fields.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { Ports } from '../../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';

/** The business hours with their entity tag; without hours it is always open. */
export interface HoursSetting {
  hours?: BusinessHours | undefined;
  etag: string;
}

/** The business hours of the deployment; registered widgets can override them. */
export interface HoursSettings {
  /** Reads with strong consistency. */
  read(): Promise<HoursSetting>;
  /** Throws `precondition-failed` if the stored version differs from `expected`. */
  save(hours: BusinessHours | undefined, expected: Expected): Promise<HoursSetting>;
}

const Stored = z.object({ hours: z.optional(trusted(BusinessHours)) });
const DOCUMENT = { kind: 'settings', id: 'business-hours', schema: Stored, consistency: 'strong' } as const;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>;

export function hoursSettings(dependencies: Dependencies): HoursSettings {
  return {
    async read() {
      const stored = await readDocument(dependencies.ledger, DOCUMENT);
      return { hours: stored?.value.hours, etag: entityTag(stored?.version ?? 'absent') };
    },

    async save(hours, expected) {
      const { version } = await updateDocument('business-hours', dependencies, DOCUMENT, (stored) => {
        refuseStale(entityTag(stored?.version ?? 'absent'), expected);
        return { value: { hours }, result: undefined };
      });
      return { hours, etag: entityTag(version) };
    },
  };
}

/** The hours of a conversation's widget, else of the deployment. */
export async function hoursOf(
  { widget }: Pick<SessionRecord, 'widget'>,
  parts: { widgets: Pick<WidgetRegistry, 'find'>; hoursSettings: Pick<HoursSettings, 'read'> },
): Promise<BusinessHours | undefined> {
  const own = widget && (await parts.widgets.find(widget.id))?.widget.hours;
  return own ?? (await parts.hoursSettings.read()).hours;
}
