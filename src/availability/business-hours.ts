import * as z from 'zod/mini';
import { entityTag } from '../lib/entity-tag.ts';
import { BusinessHours } from './records/business-hours.ts';
import { trusted } from '../lib/fields.ts';
import type { Ports } from '../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';

/** The business hours with their entity tag; without hours it is always open. */
export interface HoursSetting {
  hours?: BusinessHours | undefined;
  etag: string;
}

const Stored = z.object({ hours: z.optional(trusted(BusinessHours)) });
const DOCUMENT = { kind: 'settings', id: 'business-hours', schema: Stored, consistency: 'strong' } as const;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>;

export function hoursSettings(dependencies: Dependencies) {
  return {
    /** Reads with strong consistency. */
    async read(): Promise<HoursSetting> {
      const stored = await readDocument(dependencies.ledger, DOCUMENT);
      return { hours: stored?.value.hours, etag: entityTag(stored?.version ?? 'absent') };
    },

    /** Throws `precondition-failed` if the stored version differs from `expected`. */
    async save(hours: BusinessHours | undefined, expected: Expected): Promise<HoursSetting> {
      const { version } = await updateDocument('business-hours', dependencies, DOCUMENT, (stored) => {
        refuseStale(entityTag(stored?.version ?? 'absent'), expected);
        return { value: { hours }, result: undefined };
      });
      return { hours, etag: entityTag(version) };
    },
  };
}

/** The business hours of the deployment; registered widgets can override them. */
export type HoursSettings = ReturnType<typeof hoursSettings>;
