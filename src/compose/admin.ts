import { shownSettings, type Config } from '../config.ts';
import type { Ports } from '../ports.ts';
import { adminGate } from '../services/admin/admin-gate.ts';
import { adminKeyLedger } from '../services/admin/admin-key-state.ts';
import { adminKeys } from '../services/admin/admin-keys.ts';
import { archive } from '../services/admin/archive.ts';
import type { Background } from '../services/platform/background.ts';
import { figuresReader } from '../services/admin/figures.ts';
import type { Notes } from '../services/desk/notes.ts';
import type { RateGate } from '../services/chat/rate-gate.ts';
import { retention } from '../services/admin/retention.ts';
import { sentReports } from '../services/reports/sent-reports.ts';
import type { Services } from '../services/platform/services.ts';
import { visitorMemory } from '../services/chat/visitor-memory.ts';

type Shared = Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry' | 'vault'> & {
  notes: Notes;
  rateGate: RateGate;
  background: Background;
};

type AdminServices = Pick<
  Services,
  'adminGate' | 'archive' | 'figures' | 'sentReports' | 'retention' | 'retentionDays' | 'settings'
>;

/** Wires the services of the admin surface. */
export function adminServices(config: Config, shared: Shared): AdminServices {
  const state = adminKeyLedger(shared);
  const keys = adminKeys({ ...shared, state, ...config.admin });
  const conversations = archive({ ...shared, visitors: visitorMemory(shared) });
  return {
    adminGate: adminGate({ ...shared, keys, state }),
    archive: conversations,
    figures: figuresReader(shared),
    sentReports: sentReports(shared.ledger),
    retention: retention({ ...shared, archive: conversations, days: config.retentionDays }),
    settings: shownSettings(config),
    retentionDays: config.retentionDays,
  };
}
