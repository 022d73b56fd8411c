import type { Allowlist } from '../domain/origin.ts';
import type { Assets, Clock, Random, Realtime, Telemetry } from '../ports.ts';
import type { AdminGate } from './admin-gate.ts';
import type { HealthCheck } from './health.ts';
import type { RateGate } from './rate-gate.ts';
import type { VisitorChat } from './visitor-chat.ts';

/** Everything that a handler may use; made once by the composition root. */
export interface Services {
  version: string;
  allowlist: Allowlist;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  rateGate: RateGate;
  visitorChat: VisitorChat;
  adminGate: AdminGate;
  realtime: Realtime;
  health: HealthCheck;
  assets: Assets;
}
