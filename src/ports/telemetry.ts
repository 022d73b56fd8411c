import type { ActionOutcome, ActionReason } from '../conversations/records/tried-action.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { FailureReason } from '../spending/rules/model-failure.ts';

/**
 * All telemetry of the service: a closed union of event shapes without free text, so that no field can hold a
 * visitor's words, a name, an address or a session id.
 */
export type TelemetryEvent =
  | { type: 'started'; version: string; components: Readonly<Record<string, string>>; startupMs: number }
  | { type: 'stopped' }
  | { type: 'warning'; code: WarningCode }
  | {
      type: 'request';
      endpoint: string;
      method: string;
      status: number;
      durationMs: number;
      requestId: string;
      error?: ErrorCode;
    }
  | {
      type: 'bug';
      requestId: string;
      endpoint: string;
      errorName: string;
      code?: string;
      frames: readonly string[];
    }
  /** Recorded once per instance, if the platform's own library answers the worker's exchanges (ADR 30). */
  | {
      type: 'host-integration';
      state: 'fallback';
      cause: 'no-server' | 'no-listener' | 'no-invocations' | 'placeholder';
    }
  | { type: 'dependency'; name: string; durationMs: number; ok: boolean; code?: string; charge?: number }
  | {
      type: 'answer';
      model: string;
      durationMs: number;
      firstDeltaMs?: number;
      inputTokens: number;
      outputTokens: number;
      /** US dollars; absent if the price of the model is unknown. */
      cost?: number;
      outcome: 'answered' | 'nothing-found' | 'interrupted' | 'failed';
      reason?: string;
    }
  /** A request to the business's API. */
  | {
      type: 'action';
      by: 'assistant' | 'visitor' | 'agent';
      outcome: ActionOutcome;
      reason?: ActionReason;
      status?: number;
      durationMs: number;
    }
  /** The model refused a parameter, which is left out or changed for up to an hour (ADR 10). */
  | { type: 'model-reduced'; model: string; parameter: string }
  /** The daily check of the provider's list of models. */
  | { type: 'model-checked'; model: string; daysLeft?: number; problem?: FailureReason }
  | { type: 'retry'; operation: string; attempt: number };

type WarningCode =
  | 'admin-anonymous-mode'
  | 'rate-limit-counter-unavailable'
  | 'realtime-send-failed'
  | 'no-model-connected'
  | 'plan-fallback'
  | 'report-failed'
  | 'notice-given-up'
  | 'background-failed'
  | 'disk-full'
  | 'sections-not-embedded'
  | 'website-not-read'
  | 'telemetry-restarted'
  | 'client-address-not-trusted';

export interface Telemetry {
  record(event: TelemetryEvent): void;
  close(): Promise<void>;
}
