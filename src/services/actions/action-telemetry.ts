import type { TriedAction } from '../../domain/records/action.ts';
import type { TelemetryEvent } from '../../ports.ts';

/** The telemetry of an action: how it ended, without its name and without any value. */
export function actionEvent(
  by: 'assistant' | 'visitor' | 'agent',
  { outcome, reason, status, durationMs }: TriedAction,
): TelemetryEvent {
  return {
    type: 'action',
    by,
    outcome,
    ...(reason !== undefined && { reason }),
    ...(status !== undefined && { status }),
    durationMs,
  };
}
