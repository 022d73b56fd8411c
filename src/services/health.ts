import { hourOf } from '../domain/activity.ts';
import { AppError } from '../domain/errors.ts';
import type { Clock, ConversationStore } from '../ports.ts';
import type { Deployment } from './deployment.ts';

/** How the deployment is, as far as one instance knows. */
export interface HealthReport {
  ok: boolean;
  deploymentId: string;
  activeSessionCount: number;
  inputTokens: number;
  outputTokens: number;
  /** The start of the current UTC day. */
  windowStart: string;
}

export interface HealthCheck {
  report(): Promise<HealthReport>;
  startedAt: string;
}

/** A report is kept this long, so that health costs one instance at most one look at the store in the time. */
const KEPT_MS = 10_000;

interface Dependencies {
  store: ConversationStore;
  deployment: () => Promise<Deployment>;
  clock: Clock;
}

/** Asks the store how things are, rarely (docs/api.md, Health). */
export function healthCheck({ store, deployment, clock }: Dependencies): HealthCheck {
  const startedAt = new Date(clock.now()).toISOString();
  let kept: { report: Promise<HealthReport>; untilMs: number } | undefined;

  async function look(): Promise<HealthReport> {
    const now = new Date(clock.now()).toISOString();
    const windowStart = `${now.slice(0, 10)}T00:00:00.000Z`;
    const tomorrow = new Date(Date.parse(windowStart) + 86_400_000).toISOString();
    try {
      const [{ id }, activeSessionCount, hours] = await Promise.all([
        deployment(),
        store.count('claimed'),
        store.activity(hourOf(windowStart), tomorrow),
      ]);
      const sum = (field: 'inputTokens' | 'outputTokens') =>
        hours.reduce((total, hour) => total + hour[field], 0);
      return {
        ok: true,
        deploymentId: id,
        activeSessionCount,
        inputTokens: sum('inputTokens'),
        outputTokens: sum('outputTokens'),
        windowStart,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return {
        ok: false,
        deploymentId: '',
        activeSessionCount: 0,
        inputTokens: 0,
        outputTokens: 0,
        windowStart,
      };
    }
  }

  return {
    startedAt,
    report() {
      if (!kept || kept.untilMs <= clock.now()) kept = { report: look(), untilMs: clock.now() + KEPT_MS };
      return kept.report;
    },
  };
}
