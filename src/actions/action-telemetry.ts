import type { TriedAction } from '../conversations/records/tried-action.ts';
import type { TelemetryEvent } from '../ports.ts';

/** The telemetry event of an action: its outcome, without its name and its values. */
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
