import { hourOf } from '../../domain/activity.ts';
import { costOf, type Pricing } from '../../domain/cost.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import { textToEmbed, vectorKey } from '../../domain/section-vectors.ts';
import { totalsOf } from '../../domain/spending.ts';
import type {
  DocumentSection,
  KnowledgeDocument,
  Ports,
  QuestionWriter,
  SectionQuestions,
} from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { Background } from '../platform/background.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { StoredQuestions } from './stored-questions.ts';

/** Generates questions for the sections of all documents, in the background (ADR 48). */
export interface QuestionGeneration {
  /** Generates missing questions; returns immediately while another instance has the lease. */
  run(): Promise<void>;
  /** Schedules a run after an admin's change. */
  afterChange(): void;
  /** The questions that this instance has loaded. */
  loaded: SectionQuestions;
}

/** The maximum duration of a run, in milliseconds; below the platform's limit for a timer. */
const WORK_MS = 240_000;
/** The lease after its last renewal, in milliseconds; longer than a model call. */
export const LEASE_MS = 120_000;
/** The delay of a run after a change, in milliseconds (debounce), because uploads come in batches. */
const CHANGE_MS = 30_000;
/**
 * The interval of loading the questions of other instances, in milliseconds; each load rebuilds the indexes.
 */
const RELOAD_MS = 600_000;
const NONE: readonly string[] = [];
/** The version of the prompt in the keys; change it with the prompt. */
const SPACE = 'questions 1';

type Dependencies = Pick<Ports, 'clock' | 'random' | 'telemetry' | 'documentSections'> & {
  /** Undefined if no model is connected; then no questions are generated. */
  writer: QuestionWriter | undefined;
  stored: StoredQuestions;
  /** The documents of all assistants, of all drafts and of the folder. */
  documents: () => AsyncIterable<readonly KnowledgeDocument[]>;
  /** A key of all documents. */
  documentsVersion: () => Promise<string>;
  /** The maximum number of model calls per hour; 0: no questions are generated. */
  sectionsPerHour: number;
  otherUsage: Pick<OtherTokenUsage, 'add'>;
  pricing: Pricing;
  isBudgetSpent: IsBudgetSpent;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/**
 * A lease allows one instance at a time. The questions of each section are stored when they are ready, so
 * that each model call is paid once.
 */
export function questionGeneration(dependencies: Dependencies): QuestionGeneration {
  const { writer, stored, documents, documentsVersion, sectionsPerHour, isBudgetSpent } = dependencies;
  const { clock, random, telemetry, documentSections, background, stopping, otherUsage, pricing } =
    dependencies;
  const isOn = writer !== undefined && sectionsPerHour > 0;
  let known: ReadonlyMap<string, readonly string[]> = new Map();
  let version = 0;
  let isWaiting = false;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let first: Promise<void> | undefined;

  async function reload(): Promise<void> {
    readAtMs = clock.now();
    const all = await stored.all();
    if (all.size === known.size && Array.from(all.keys()).every((key) => known.has(key))) return;
    known = all;
    version++;
  }

  /** Takes or renews the lease, and counts `more` sections; false if the limit of the hour is reached. */
  function claim(owner: string, more: number): Promise<boolean> {
    const start = hourOf(new Date(clock.now()).toISOString());
    return stored.change((state) => {
      const { lease, hour } = state;
      const isTaken = lease && lease.owner !== owner && Date.parse(lease.until) > clock.now();
      const before = hour?.start === start ? hour.sections : 0;
      if (isTaken || before + Math.max(1, more) > sectionsPerHour) return { result: false };
      const until = new Date(clock.now() + LEASE_MS).toISOString();
      return {
        value: { ...state, lease: { owner, until }, hour: { start, sections: before + more } },
        result: true,
      };
    });
  }

  async function release(owner: string, done: string | undefined): Promise<void> {
    await stored.change(({ lease, hour }) => {
      if (lease?.owner !== owner) return { result: undefined };
      return { value: { ...(hour && { hour }), ...(done !== undefined && { done }) }, result: undefined };
    });
  }

  /** The keys of all sections, and the sections without questions. */
  async function sections(has: ReadonlyMap<string, unknown>) {
    const wanted = new Set<string>();
    const missing = new Map<string, DocumentSection>();
    for await (const several of documents()) {
      for (const { name, markdown } of several) {
        for (const section of await documentSections(name, markdown)) {
          const key = keyOf(textToEmbed(section));
          wanted.add(key);
          if (!has.has(key)) missing.set(key, section);
        }
        await clock.sleep(0);
      }
    }
    return { wanted, missing };
  }

  /** Calls the model once, and stores its questions; also an empty list. */
  async function write(by: QuestionWriter, key: string, section: DocumentSection): Promise<void> {
    try {
      const { questions, model, usage } = await by.write(section, stopping);
      await otherUsage.add('questions', totalsOf(usage, costOf(usage, pricing({ model }))));
      await stored.add(key, questions);
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.facts.reason !== 'refused') throw error;
      // A refused text must not block the others.
      await stored.add(key, []);
    }
  }

  /** True if exactly the questions of all sections are stored. */
  async function work(by: QuestionWriter, owner: string): Promise<boolean> {
    const untilMs = clock.now() + WORK_MS;
    const { wanted, missing } = await sections(await stored.all());
    for (const [key, section] of missing) {
      if (stopping.aborted || clock.now() >= untilMs || (await isBudgetSpent())) return false;
      if (!(await claim(owner, 1))) return false;
      await write(by, key, section);
    }
    await stored.keepOnly(wanted);
    return true;
  }

  async function runWith(by: QuestionWriter): Promise<void> {
    // Read before the documents, so that the next run detects a change in between.
    const [aim, { done }] = await Promise.all([documentsVersion(), stored.state()]);
    if (done !== aim) {
      const owner = random.uuid();
      if (await claim(owner, 0)) {
        try {
          await release(owner, (await work(by, owner)) ? aim : undefined);
        } catch (error) {
          await release(owner, undefined);
          if (error instanceof ModelFailure) {
            telemetry.record({ type: 'warning', code: 'questions-not-written' });
          } else if (!stopping.aborted) throw error;
        }
      }
    }
    await reload();
  }

  async function runAfter(delayMs: number): Promise<void> {
    await clock.sleep(delayMs, stopping);
    isWaiting = false;
    if (!stopping.aborted && writer) await runWith(writer);
  }

  return {
    async run() {
      if (isOn) await runWith(writer);
    },
    afterChange() {
      if (!isOn || isWaiting) return;
      isWaiting = true;
      background.run(runAfter(CHANGE_MS));
    },
    loaded: {
      async ready() {
        if (!isOn) return;
        if (clock.now() - readAtMs >= RELOAD_MS) {
          const reading = reload();
          first ??= reading;
          // The background reports a failure; answers do not wait for it.
          background.run(reading);
        }
        await Promise.allSettled([first]);
      },
      version: () => version,
      of: (text) => (known.size === 0 ? NONE : (known.get(keyOf(text)) ?? NONE)),
    },
  };
}

function keyOf(text: string): string {
  return vectorKey(SPACE, text);
}
