import type { Commit, ConversationStore, Version } from '../../src/ports.ts';
import type { Story } from './story.ts';

/** The most concurrent commits. Writes of one turn of the event loop share a transaction. */
const MAX_CONCURRENT = 400;

interface FillCounts {
  conversations: number;
  messages: number;
}

/** The version that the next commit of a story expects; undefined if the story was stored before. */
interface Progress {
  expected: Version | undefined;
}

interface Step {
  progress: Progress;
  commit: Omit<Commit, 'expected'>;
}

/**
 * Stores stories, oldest first, in the order of their commits' times, because search results have the order
 * of writes. Existing stories stay unchanged. Returns the counts of new records.
 */
export async function fill(
  store: ConversationStore,
  stories: Iterable<Story>,
  report: (filled: FillCounts) => void = () => undefined,
): Promise<FillCounts> {
  const filled = { conversations: 0, messages: 0 };
  for (const steps of independentGroups(commitsByTime(stories))) {
    await Promise.all(steps.map((step) => write(store, step, filled)));
    report(filled);
  }
  return filled;
}

async function write(
  store: ConversationStore,
  { progress, commit }: Step,
  filled: FillCounts,
): Promise<void> {
  const { expected } = progress;
  if (expected === undefined) return;
  const outcome = await store.commit({ ...commit, expected });
  progress.expected = outcome.ok ? outcome.version : undefined;
  if (!outcome.ok) return;
  filled.messages += commit.append?.length ?? 0;
  if (expected === 'absent') filled.conversations++;
}

/** The commits of all stories, sorted by time. Only overlapping stories are in memory together. */
function* commitsByTime(stories: Iterable<Story>): Generator<Step, void, void> {
  let pending: Step[] = [];
  let count = 0;
  for (const story of stories) {
    const progress: Progress = { expected: 'absent' };
    const steps = story.map((commit) => ({ progress, commit }));
    const [first] = steps;
    if (!first) continue;
    if (++count % MAX_CONCURRENT === 0) {
      pending = byTime(pending);
      yield* pending.splice(0, pending.filter((step) => timeOf(step) < timeOf(first)).length);
    }
    pending.push(...steps);
  }
  yield* byTime(pending);
}

/**
 * Groups commits of different stories, because a story's next commit needs the version of the previous one.
 */
function* independentGroups(steps: Iterable<Step>): Generator<Step[], void, void> {
  let group = new Map<Progress, Step>();
  for (const step of steps) {
    if (group.has(step.progress) || group.size === MAX_CONCURRENT) {
      yield [...group.values()];
      group = new Map();
    }
    group.set(step.progress, step);
  }
  yield [...group.values()];
}

const timeOf = ({ commit }: Step): number => Date.parse(commit.session.updatedAt);

const byTime = (steps: readonly Step[]): Step[] => steps.toSorted((a, b) => timeOf(a) - timeOf(b));
