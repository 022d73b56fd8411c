import * as z from 'zod/mini';
import { ttlCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import { FAILURE_REASONS, ModelFailure, type FailureReason } from '../../domain/model-failure.ts';
import { daysUntil, knownModel, modelNamed } from '../../domain/models.ts';
import type { Clock, LanguageModel, Ledger, Random, Telemetry } from '../../ports.ts';
import { readDocument, updateDocument } from './ledger-documents.ts';

/** How the model is, for those who operate the service. */
export interface ModelReport {
  /** The one that answered last, without its version. */
  model: string;
  modelVersion?: string;
  /** From when on it answers no more; RFC 3339. */
  retiresAt?: string;
  /** What it is not given because it refused it, in the words of the API. */
  reduced: string[];
  /** Why its latest answer came to nothing. */
  problem?: FailureReason;
  /** When the provider's list of models was read last, and why that failed, where it did. */
  checkedAt?: string;
  checkProblem?: FailureReason;
}

export interface ModelWatch {
  report(): Promise<ModelReport>;
  /** Reads the provider's list of models now. */
  check(): Promise<ModelReport>;
  /** Does so where the last time was a day ago. */
  checkIfDue(): Promise<void>;
}

/** Hours after a check at which the next one is due: less than a day, so that an hourly timer keeps to one a day. */
const DUE_HOURS = 23.5;
const HOUR_MS = 3_600_000;
/** How long an instance uses the record that it has read, in milliseconds. */
const TTL_MS = 60_000;

/** What the last check found, in the ledger for all instances. */
const Checked = z.object({
  /** As the server names it, with its version. */
  answering: z.string(),
  checkedAt: z.optional(z.string()),
  retiresAt: z.optional(z.string()),
  problem: z.optional(z.enum(FAILURE_REASONS)),
});
type Checked = z.output<typeof Checked>;
/** A record that cannot be read counts as none: it only adds dates. */
const RECORD = { kind: 'model', id: 'status', schema: z.catch(z.optional(Checked), undefined) };

interface Dependencies {
  /** Undefined where answers are found in the knowledge. */
  model: LanguageModel | undefined;
  ledger: Ledger;
  clock: Clock;
  random: Random;
  telemetry: Telemetry;
}

/** Watches over the model that in fact answers: what it is not given, why it fails, and until when it lives. */
export function modelWatch(dependencies: Dependencies): ModelWatch {
  const { model, ledger, clock, telemetry } = dependencies;
  const records = ttlCache<Checked | undefined>({ clock, ttlMs: TTL_MS });
  let latest: Checked | undefined;

  const read = () =>
    records.get('status', async () => {
      latest = (await readDocument(ledger, RECORD))?.value;
      return latest;
    });

  /** The record only adds dates: while the store is away, the latest that this instance has seen is used. */
  async function readIfPossible(): Promise<Checked | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return latest;
    }
  }

  async function write(record: Checked): Promise<void> {
    const checked = { value: record, result: undefined };
    await updateDocument('model-status', dependencies, RECORD, () => checked);
    latest = record;
    records.set('status', record);
  }

  /** The model that answers: as this instance has seen, or as another one has, or the one that is asked. */
  function answeringOf(languageModel: LanguageModel, record: Checked | undefined): string {
    const { model: seen, hasAnswered } = languageModel.state();
    return hasAnswered ? seen : (record?.answering ?? seen);
  }

  async function check(languageModel: LanguageModel): Promise<void> {
    const answering = answeringOf(languageModel, await read());
    const checkedAt = new Date(clock.now()).toISOString();
    const found = await retirementOf(languageModel, answering);
    const record = { answering, checkedAt, ...found };
    await write(record);
    const { model: checked, retiresAt } = reportOf(languageModel, record);
    telemetry.record({
      type: 'model-checked',
      model: checked,
      ...(retiresAt !== undefined && { daysLeft: daysUntil(retiresAt, clock.now()) }),
      ...(found.problem && { problem: found.problem }),
    });
  }

  async function retirementOf(
    languageModel: LanguageModel,
    answering: string,
  ): Promise<Pick<Checked, 'retiresAt' | 'problem'>> {
    try {
      const retiresAt = await languageModel.retiresAt(answering);
      return retiresAt === undefined ? {} : { retiresAt };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      return { problem: error.facts.reason };
    }
  }

  function reportOf(languageModel: LanguageModel, record: Checked | undefined): ModelReport {
    const { reduced, problem } = languageModel.state();
    const answering = answeringOf(languageModel, record);
    const { name, version } = modelNamed(answering);
    // A record of another model says nothing of this one; what is known of it fills in until the next check.
    const own = record?.answering === answering ? record : undefined;
    const known = version === undefined ? undefined : knownModel(answering)?.retirements[version];
    const retiresAt = own?.retiresAt ?? (known && `${known}T00:00:00.000Z`);
    return {
      model: name,
      ...(version !== undefined && { modelVersion: version }),
      ...(retiresAt !== undefined && { retiresAt }),
      reduced,
      ...(problem && { problem }),
      ...(own?.checkedAt !== undefined && { checkedAt: own.checkedAt }),
      ...(own?.problem && { checkProblem: own.problem }),
    };
  }

  async function report(): Promise<ModelReport> {
    if (!model) return { model: 'knowledge', reduced: [] };
    return reportOf(model, await readIfPossible());
  }

  return {
    report,
    async check() {
      if (!model) throw new AppError('model-not-configured');
      await check(model);
      return await report();
    },
    async checkIfDue() {
      if (!model) return;
      const record = await read();
      const isSame = record?.answering === answeringOf(model, record);
      const checkedMs = Date.parse(record?.checkedAt ?? '');
      if (isSame && clock.now() < checkedMs + DUE_HOURS * HOUR_MS && !record.problem) return;
      await check(model);
    },
  };
}
