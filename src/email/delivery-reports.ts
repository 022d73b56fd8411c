import * as z from 'zod/mini';
import { isSameKey } from '../access/rules/admin-key.ts';
import { reportedFailure } from './rules/delivery-report.ts';
import { REPORT_KEPT_MS } from '../conversations/rules/session-emails.ts';
import { AppError } from '../core/errors.ts';
import { nowIso, time } from '../lib/fields.ts';
import { DeliveryFailure } from '../conversations/records/outbox-entry.ts';
import type { Ports } from '../ports.ts';
import { readable, readDocument } from '../platform/ledger-documents.ts';

const KIND = 'email-report';

/** A reported failure. It names neither the conversation nor the address. */
const StoredReport = z.object({ failure: z.catch(DeliveryFailure, 'unavailable'), at: time() });

/** A delivery report of the e-mail service. */
interface DeliveryReport {
  /** The operation of the e-mail, as in `EmailResult`. */
  operation: string;
  /** As the service names it. */
  status: string;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger'> & {
  /** Whether the sender is a service that can send delivery reports. */
  isOn: boolean;
  secret: () => Promise<Uint8Array>;
};

/**
 * The delivery reports of the e-mail service (ADR 49). A failure is stored under the operation of its e-mail,
 * and the next check of the e-mail finds it. If the service cannot send reports, each method but `failureOf`
 * and `removeOld` throws `email-not-configured`.
 */
export function deliveryReports({ clock, ledger, isOn, secret }: Dependencies) {
  async function key(): Promise<string> {
    if (!isOn) throw new AppError('email-not-configured');
    return Buffer.from(await secret()).toString('base64url');
  }

  return {
    /** The key in the address that reports are sent to. */
    key,

    /** Refuses a wrong key (`unauthorized`). */
    async requireKey(given: string) {
      if (!isSameKey(given, await key())) throw new AppError('unauthorized');
    },

    /** Stores failures; a repeat changes nothing. */
    async store(reports: readonly DeliveryReport[]) {
      const at = nowIso(clock);
      for (const { operation, status } of reports) {
        const failure = reportedFailure(status);
        if (failure) await ledger.write(KIND, operation, { failure, at }, 'absent');
      }
    },

    /** Undefined if no failure of the operation was reported. */
    async failureOf(operation: string) {
      const document = { kind: KIND, id: operation, schema: StoredReport, consistency: 'strong' } as const;
      return (await readDocument(ledger, document))?.value.failure;
    },

    /** Deletes reports for which no check follows. */
    async removeOld() {
      const before = new Date(clock.now() - REPORT_KEPT_MS).toISOString();
      const old = readable(await ledger.list(KIND), StoredReport).filter(({ value }) => value.at < before);
      for (const { id, version } of old) await ledger.remove(KIND, id, version);
    },
  };
}

export type DeliveryReports = ReturnType<typeof deliveryReports>;
