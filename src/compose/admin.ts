import { shownSettings, type Config } from '../config.ts';
import type { Clock, ConversationStore, Ledger, Random, SecretVault, Telemetry } from '../ports.ts';
import { adminGate } from '../services/admin-gate.ts';
import { adminKeyLedger } from '../services/admin-key-state.ts';
import { adminKeys } from '../services/admin-keys.ts';
import { archive } from '../services/archive.ts';
import type { Background } from '../services/background.ts';
import { figuresReader } from '../services/figures.ts';
import type { Notes } from '../services/notes.ts';
import type { RateGate } from '../services/rate-gate.ts';
import { retention } from '../services/retention.ts';
import { sentReports } from '../services/sent-reports.ts';
import type { Services } from '../services/services.ts';
import { visitorMemory } from '../services/visitor-memory.ts';

interface Shared {
  store: ConversationStore;
  ledger: Ledger;
  vault: SecretVault;
  notes: Notes;
  rateGate: RateGate;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  background: Background;
}

type AdminServices = Pick<
  Services,
  'adminGate' | 'archive' | 'figures' | 'sentReports' | 'retention' | 'settings'
>;

/** Wires what the people who run the service use. */
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
  };
}
