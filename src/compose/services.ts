import type { Allowlist } from '../conversations/rules/origin.ts';
import type { Plan } from '../publisher/records/plan.ts';
import type { WidgetReleases } from '../widgets/records/widget-release.ts';
import type { Assets, Clock, Ports, Random, ReportSenders, RequestBudget, Telemetry } from '../ports.ts';
import type { ServiceSwitches } from '../platform/switches.ts';
import type { ReportIntake } from '../publisher/report-intake.ts';
import type { DefaultWidgets } from '../widgets/default-widget.ts';
import type { ScriptWidgets } from '../widgets/script-widgets.ts';
import type { TagSightings } from '../widgets/tag-sightings.ts';
import type { Background } from '../platform/background.ts';
import type { RateGate } from '../platform/rate-gate.ts';

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
  /** Waits for the store. */
  defaultWidgets: Pick<DefaultWidgets, 'options'>;
  tagSightings: { note: (...of: Parameters<TagSightings['note']>) => void | Promise<void> };
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
