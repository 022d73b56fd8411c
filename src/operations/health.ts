import { ttlCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import type { Ports } from '../ports.ts';
import { nowIso } from '../lib/fields.ts';
import type { HealthReport } from './records/health.ts';
import type { EmbeddingProblems } from '../assistants/embedding-problems.ts';
import type { ComponentWatch } from './component-watch.ts';
import type { Reporting } from '../publisher/reports.ts';
import type { Deployment } from '../platform/deployment.ts';
import type { ModelWatch } from './model-watch.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import { dayStart, tokensToday } from '../spending/tokens-today.ts';

/** The time to live of a cached result, in milliseconds. */
const TTL_MS = 10_000;

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  otherUsage: Pick<OtherTokenUsage, 'sumsOfToday'>;
  deployment: () => Promise<Deployment>;
  marketplaceSubscriptionId: string;
  /** The state of the status reports; see docs/rules.md, Status reports. */
  reporting: () => Promise<Reporting>;
  modelWatch: Pick<ModelWatch, 'report'>;
  componentWatch: ComponentWatch;
  embeddingProblems: EmbeddingProblems;
};

/** Reads the state from the store at most every 10 s (docs/rules.md, Health). */
export function healthCheck(dependencies: Dependencies) {
  const { store, deployment, marketplaceSubscriptionId, reporting, modelWatch, clock } = dependencies;
  const { componentWatch, embeddingProblems } = dependencies;
  const startedAt = nowIso(clock);
  const reports = ttlCache<HealthReport>({ clock, ttlMs: TTL_MS });

  /** The part from the store; if it is unavailable, the code of the failure. */
  async function fromStore(): Promise<
    Omit<HealthReport, 'assistant' | 'marketplaceSubscriptionId' | 'startedAt' | 'problems'>
  > {
    try {
      const [{ id }, activeSessionCount, tokens, { bootstrap, lastReportedQuantity }] =
        await componentWatch.observe(
          'database',
          Promise.all([
            deployment(),
            store.count('claimed'),
            tokensToday(dependencies, clock.now()),
            reporting(),
          ]),
        );
      return {
        ok: true,
        deploymentId: id,
        bootstrap,
        seat: { activeSessionCount, lastReportedQuantity },
        tokens,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return {
        ok: false,
        deploymentId: '',
        bootstrap: { attempted: false, result: `failed: ${error.code}` },
        seat: { activeSessionCount: 0, lastReportedQuantity: 0 },
        tokens: { inputTokens: 0, outputTokens: 0, windowStart: dayStart(clock.now()) },
      };
    }
  }

  /** Reads in parallel, so that a hanging store delays the result by only one time-out. */
  async function load(): Promise<HealthReport> {
    const [stored, assistant, ofEmbeddings] = await Promise.all([
      fromStore(),
      modelWatch.report(),
      embeddingProblems(),
    ]);
    return {
      ...stored,
      marketplaceSubscriptionId,
      startedAt,
      assistant,
      problems: [...componentWatch.problems(), ...ofEmbeddings],
    };
  }

  return {
    report: (): Promise<HealthReport> => reports.get('report', load),
  };
}
