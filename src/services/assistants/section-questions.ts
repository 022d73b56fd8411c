import { hourOf } from '../../domain/activity.ts';
import { costOf, type Pricing } from '../../domain/cost.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import { embeddedText, vectorKey } from '../../domain/section-vectors.ts';
import { spentOn } from '../../domain/spending.ts';
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

/** Has a model write questions for the sections of all documents, in the background. */
export interface QuestionWork {
  /** Writes what is missing until it last ended; does nothing while another instance does. */
  run(): Promise<void>;
  /** Starts soon, because documents are about to change. */
  afterChange(): void;
  /** The questions that this instance knows. */
  known: SectionQuestions;
}

/** How long one piece of work lasts at most: less than the platform gives a timer; in milliseconds. */
const WORK_MS = 240_000;
/** How long no other instance works after an instance's latest sign: longer than a call; in milliseconds. */
export const LEASE_MS = 120_000;
/** Uploads come in batches: how long a change waits for the next, in milliseconds. */
const CHANGE_MS = 30_000;
/**
 * The interval in milliseconds in which an instance reads the questions that others have stored; each time
 * indexes are rebuilt.
 */
const RELOAD_MS = 600_000;
const NONE: readonly string[] = [];
/** The space of the keys: a change of the prompt takes another one. */
const SPACE = 'questions 1';

type Dependencies = Pick<Ports, 'clock' | 'random' | 'telemetry' | 'documentSections'> & {
  /** Undefined where no model is connected: nothing is written then. */
  writer: QuestionWriter | undefined;
  stored: StoredQuestions;
  /** All documents: those of each assistant and of each draft, and the folder's. */
  documents: () => AsyncIterable<readonly KnowledgeDocument[]>;
  /** Changes with any document. */
  documentsVersion: () => Promise<string>;
  /** How many sections a model is asked about in an hour; 0 for none. */
  sectionsPerHour: number;
  otherUsage: Pick<OtherTokenUsage, 'add'>;
  pricing: Pricing;
  isBudgetSpent: IsBudgetSpent;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/**
 * One instance works at a time, by a lease. Each section is stored when it is ready, so that it is paid once.
 */
export function questionWork(dependencies: Dependencies): QuestionWork {
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

  /** Takes or renews the lease for one more section of this hour; false if the hour's limit is reached. */
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

  /** The keys of all sections, and those sections that have no questions yet. */
  async function sections(has: ReadonlyMap<string, unknown>) {
    const wanted = new Set<string>();
    const missing = new Map<string, DocumentSection>();
    for await (const several of documents()) {
      for (const { name, markdown } of several) {
        for (const section of await documentSections(name, markdown)) {
          const key = keyOf(embeddedText(section));
          wanted.add(key);
          if (!has.has(key)) missing.set(key, section);
        }
        await clock.sleep(0);
      }
    }
    return { wanted, missing };
  }

  /** Asks the model once, and stores what it wrote, or that it wrote nothing. */
  async function write(by: QuestionWriter, key: string, section: DocumentSection): Promise<void> {
    try {
      const { questions, model, usage } = await by.write(section, stopping);
      await otherUsage.add('questions', spentOn(usage, costOf(usage, pricing({ answered: model }))));
      await stored.add(key, questions);
    } catch (error) {
      if (!(error instanceof ModelFailure) || error.facts.reason !== 'refused') throw error;
      // A text that is refused holds up no other.
      await stored.add(key, []);
    }
  }

  /** True where all sections have their questions, and no others are stored. */
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
    // Read before the documents: a change in between is found by the next run.
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
    known: {
      async ready() {
        if (!isOn) return;
        if (clock.now() - readAtMs >= RELOAD_MS) {
          const reading = reload();
          first ??= reading;
          // A failure is reported there, and no answer waits for what could not be read.
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
