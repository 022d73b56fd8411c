import type { Allowlist } from '../../domain/origin.ts';
import type { Plan } from '../../domain/records/plan.ts';
import type { WidgetReleases } from '../../domain/records/widget-release.ts';
import type { Assets, Clock, Ports, Random, ReportSenders, RequestBudget, Telemetry } from '../../ports.ts';
import type { ServiceSwitches } from '../admin/switches.ts';
import type { ReportIntake } from '../reports/report-intake.ts';
import type { ScriptWidgets } from '../widgets/script-widgets.ts';
import type { Background } from './background.ts';
import type { RateGate } from './rate-gate.ts';

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

/** The services that every endpoint needs, in the runtime and the control plane. */
interface BaseServices {
  version: string;
  allowlist: Allowlist;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
  rateGate: RateGate;
  requestBudget: RequestBudget;
}

/** The services of handlers that can answer before the store is loaded. */
export interface FileServices extends Omit<BaseServices, 'rateGate'> {
  /** Waits for the store. */
  rateGate: Pick<RateGate, 'client'>;
  assets: Assets;
  /** The served releases of the widget, the current one first. */
  widgetReleases: () => Promise<WidgetReleases>;
  /** Waits for the store. */
  scriptWidgets: ScriptWidgets;
  /** Does not wait for the store on an instance that is starting. */
  switches: Pick<ServiceSwitches, 'isChatOff'>;
  /** Whether e-mails can be sent to visitors. */
  emailIsOn: boolean;
}

/** The services of handlers of the publisher's control plane. */
export interface ControlPlaneServices extends BaseServices {
  /** Cheapest first. */
  plans: readonly Plan[];
  /** Authenticates report senders; undefined if no issuer is configured, and every sender is accepted. */
  reportSenders: ReportSenders | undefined;
  reportIntake: ReportIntake;
}
