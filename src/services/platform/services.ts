import type { Allowlist } from '../../domain/origin.ts';
import type { Plan } from '../../domain/records/plan.ts';
import type { WidgetReleases } from '../../domain/records/widget-release.ts';
import type { Assets, Clock, Ports, Random, ReportSenders, RequestBudget, Telemetry } from '../../ports.ts';
import type { ReportIntake } from '../reports/report-intake.ts';
import type { ScriptWidgets } from '../widgets/script-widgets.ts';
import type { Background } from './background.ts';
import type { RateGate } from './rate-gate.ts';

/** The dependencies of most services of the runtime. */
export interface ServiceParts extends Pick<
  Ports,
  'clock' | 'ledger' | 'random' | 'realtime' | 'store' | 'telemetry'
> {
  background: Background;
  rateGate: RateGate;
  requestBudget: RequestBudget;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
}

/** The services that every endpoint needs, of the runtime or of the control plane. */
export interface BaseServices {
  version: string;
  allowlist: Allowlist;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  rateGate: RateGate;
  requestBudget: RequestBudget;
}

/** The services of handlers that answer before the store and its users are loaded. */
export interface FileServices extends Omit<BaseServices, 'rateGate'> {
  /** Waits for the store. */
  rateGate: Pick<RateGate, 'client'>;
  assets: Assets;
  /** The versions of the widget that are served, the current one first. */
  widgetReleases: () => Promise<WidgetReleases>;
  /** Waits for the store. */
  scriptWidgets: ScriptWidgets;
  /** Whether e-mails can be sent to visitors. */
  emailIsOn: boolean;
}

/** Everything that a handler of the publisher's control plane may use. */
export interface ControlPlaneServices extends BaseServices {
  /** Cheapest first. */
  plans: readonly Plan[];
  /** Who may send reports; undefined where no issuer is configured and every sender is accepted. */
  reportSenders: ReportSenders | undefined;
  reportIntake: ReportIntake;
}
