import type { Allowlist } from '../../domain/origin.ts';
import type { Plan } from '../../domain/records/plan.ts';
import type { Clock, Random, ReportSenders, RequestBudget, Telemetry } from '../../ports.ts';
import type { RateGate } from '../chat/rate-gate.ts';
import type { ReportIntake } from './report-intake.ts';

/** Everything that a handler of the publisher's control plane may use. */
export interface ControlPlaneServices {
  version: string;
  /** Price pages of any site read the plans. */
  allowlist: Allowlist;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  rateGate: RateGate;
  requestBudget: RequestBudget;
  /** Cheapest first. */
  plans: readonly Plan[];
  /** Who may send reports; undefined where no issuer is configured and every sender is accepted. */
  reportSenders: ReportSenders | undefined;
  reportIntake: ReportIntake;
}
