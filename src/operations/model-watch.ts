import * as z from 'zod/mini';
import { ttlCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { FAILURE_REASONS, ModelFailure } from '../spending/rules/model-failure.ts';
import { daysUntil, knownModel, modelNamed } from '../spending/rules/models.ts';
import type { AssistantHealth } from './records/health.ts';
import type { LanguageModel, Ports, RequestBudget } from '../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

/**
 * The interval of checks in hours: less than a day, so that an hourly timer checks once a day.
 */
const DUE_HOURS = 23.5;
const HOUR_MS = 3_600_000;
/** The time to live of the cached record, in milliseconds. */
const TTL_MS = 60_000;

/** The result of the last check, shared in the ledger. */
const CheckResult = z.object({
  /** The model that answers, by the server's name with its version. */
  answering: z.string(),
  checkedAt: z.optional(z.string()),
  retiresAt: z.optional(z.string()),
  problem: z.optional(z.enum(FAILURE_REASONS)),
  /** When the embedding model retires, by the provider's list. */
  embeddingRetiresAt: z.optional(z.string()),
});
type CheckResult = z.output<typeof CheckResult>;
/** A record that cannot be parsed counts as missing: it only adds dates. */
const RECORD = { kind: 'model', id: 'status', schema: z.catch(z.optional(CheckResult), undefined) };

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  /** Undefined without a model. */
  model: LanguageModel | undefined;
  /**
   * The embedding model by its server's name, with the earliest known retirement (RFC 3339 full-date);
   * undefined without one.
   */
  embedding: { model: string; retiresFrom?: string } | undefined;
  requestBudget: Pick<RequestBudget, 'pause'>;
  wrongPrices: readonly string[];
};

/** Monitors the model that answers (refused features, failures), and the retirement of both models. */
export function modelWatch(dependencies: Dependencies) {
  const { model, embedding, ledger, clock, requestBudget, telemetry, wrongPrices } = dependencies;
  const records = ttlCache<CheckResult | undefined>({ clock, ttlMs: TTL_MS });
  let latest: CheckResult | undefined;

  const read = () =>
    records.get('status', async () => {
      latest = (await readDocument(ledger, RECORD))?.value;
      return latest;
    });

  /** The record, or this instance's latest copy if the store is unavailable. */
  async function readIfPossible(): Promise<CheckResult | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return latest;
    }
  }

  async function write(record: CheckResult): Promise<void> {
    const checked = { value: record, result: undefined };
    await updateDocument('model-status', dependencies, RECORD, () => checked);
    latest = record;
    records.set('status', record);
  }

  /** The model that answered this instance, else another instance, else the configured name. */
  function answeringOf(languageModel: LanguageModel, record: CheckResult | undefined): string {
    const { model: seen, hasAnswered } = languageModel.state();
    return hasAnswered ? seen : (record?.answering ?? seen);
  }

  async function check(languageModel: LanguageModel): Promise<void> {
    const answering = answeringOf(languageModel, await read());
    const checkedAt = nowIso(clock);
    const found = await retirementOf(languageModel, answering);
    const ofEmbedding = embedding && (await retirementOf(languageModel, embedding.model)).retiresAt;
    const record = {
      answering,
      checkedAt,
      ...found,
      ...(ofEmbedding !== undefined && { embeddingRetiresAt: ofEmbedding }),
    };
    await write(record);
    const reported = reportOf(languageModel, record);
    const daysLeft = ({ retiresAt }: { retiresAt?: string | undefined }) =>
      retiresAt === undefined ? {} : { daysLeft: daysUntil(retiresAt, clock.now()) };
    telemetry.record({
      type: 'model-checked',
      model: reported.model,
      ...daysLeft(reported),
      ...(found.problem && { problem: found.problem }),
    });
    if (!reported.embedding) return;
    telemetry.record({
      type: 'model-checked',
      model: reported.embedding.model,
      ...daysLeft(reported.embedding),
    });
  }

  async function retirementOf(
    languageModel: LanguageModel,
    answering: string,
  ): Promise<Pick<CheckResult, 'retiresAt' | 'problem'>> {
    try {
      const retiresAt = await requestBudget.pause(() => languageModel.retiresAt(answering));
      return retiresAt === undefined ? {} : { retiresAt };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      return { problem: error.facts.reason };
    }
  }

  function reportOf(languageModel: LanguageModel, record: CheckResult | undefined): AssistantHealth {
    const { reduced, problem } = languageModel.state();
    const answering = answeringOf(languageModel, record);
    const { name, version } = modelNamed(answering);
    // A record of another model is ignored; the table of known models is used until the next check.
    const own = record?.answering === answering ? record : undefined;
    const retiresAt = own?.retiresAt ?? retirementKnownOf(answering, version);
    return {
      model: name,
      ...(version !== undefined && { modelVersion: version }),
      ...(retiresAt !== undefined && { retiresAt }),
      reduced,
      ...(embedding && { embedding: embeddingHealth(embedding, record?.embeddingRetiresAt) }),
      ...(problem && { problem }),
      ...(own?.checkedAt !== undefined && { checkedAt: own.checkedAt }),
      ...(own?.problem && { checkProblem: own.problem }),
    };
  }

  async function report(): Promise<AssistantHealth> {
    if (!model) return { model: 'knowledge', reduced: [] };
    const reported = reportOf(model, await readIfPossible());
    return wrongPrices.length > 0 ? { ...reported, wrongPrices: [...wrongPrices] } : reported;
  }

  return {
    report,
    /** Reads the provider's list of models. */
    async check(): Promise<AssistantHealth> {
      if (!model) throw new AppError('model-not-configured');
      await check(model);
      return await report();
    },
    /** Runs `check` if the last one was about a day ago. */
    async checkIfDue(): Promise<void> {
      if (!model) return;
      const record = await read();
      const isSame = record?.answering === answeringOf(model, record);
      const checkedMs = Date.parse(record?.checkedAt ?? '');
      if (isSame && clock.now() < checkedMs + DUE_HOURS * HOUR_MS && !record.problem) return;
      await check(model);
    },
  };
}

/** The state of the model, for health and the dashboard. */
export type ModelWatch = ReturnType<typeof modelWatch>;

/** The retirement by the table of known models, at the start of the day (RFC 3339). */
function retirementKnownOf(model: string, version: string | undefined): string | undefined {
  return startOf(version === undefined ? undefined : knownModel(model)?.retirements[version]);
}

/** The embedding model with its retirement: by the provider's list, otherwise the earliest known one. */
function embeddingHealth(
  { model, retiresFrom }: NonNullable<Dependencies['embedding']>,
  listed: string | undefined,
): NonNullable<AssistantHealth['embedding']> {
  const retiresAt = listed ?? startOf(retiresFrom);
  return { model, ...(retiresAt !== undefined && { retiresAt }) };
}

const startOf = (day: string | undefined) => day && `${day}T00:00:00.000Z`;
