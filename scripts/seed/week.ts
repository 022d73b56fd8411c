import { LOCAL_AGENTS } from '../../src/adapters/identity/local-agents.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';
import { makeStory, type StoryContext, type Story } from './story.ts';
import { LANGUAGES } from './topics.ts';

interface WeekOptions {
  conversations: number;
  days: number;
  seed: number;
  nowMs: number;
}

const HOUR_MS = 3_600_000;
/** The relative load by hour of the day in Zurich, and the factors for Sunday and Saturday. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 8, 14, 20, 24, 22, 18, 19, 21, 20, 18, 17, 18, 20, 19, 14, 8, 4];
const ZURICH_OFFSET_HOURS = 1;
const WEEKEND: Readonly<Record<number, number>> = { 0: 0.45, 6: 0.7 };
const ORIGINS = [
  'https://www.alpenrad.example',
  'https://www.alpenrad.example',
  'https://www.alpenrad.example',
  'https://shop.alpenrad.example',
  'https://blog.alpenrad.example',
  // No origin was recorded.
  '',
] as const;

/** The conversations of a number of days until now, oldest first. The last ones are still open. */
export function* week(options: WeekOptions): Generator<Story, void, void> {
  const { seed, nowMs } = options;
  const course = seededRandom(seed);
  for (const [index, startMs] of startsOf(course, options).entries()) {
    // Each conversation has its own generator, so that it does not depend on earlier ones.
    const own = seededRandom(Math.imul(seed, 0x9e3779b1) ^ index);
    const shared = {
      nowMs,
      startMs,
      language: own.happens(0.7) ? LANGUAGES.german : LANGUAGES.english,
    };
    yield makeStory(own, {
      ...shared,
      origin: own.pick(ORIGINS) || undefined,
      agent: agentOf(own),
      course: courseOf(own, nowMs - startMs),
    });
  }
}

/** Start times: more in the daytime, fewer on weekends. */
function startsOf(course: SeededRandom, { conversations, days, nowMs }: WeekOptions): number[] {
  const hours = Array.from({ length: days * 24 }, (_, index) => nowMs - (index + 1) * HOUR_MS);
  const busyness = hours.map((hour) => busynessAt(hour));
  const total = busyness.reduce((sum, weight) => sum + weight, 0);
  const starts = Array.from({ length: conversations }, () => {
    let left = course.next() * total;
    const index = busyness.findIndex((weight) => (left -= weight) < 0);
    return (hours[index] ?? nowMs - HOUR_MS) + Math.floor(course.next() * HOUR_MS);
  });
  return starts.sort((a, b) => a - b);
}

function busynessAt(ms: number): number {
  const local = new Date(ms + ZURICH_OFFSET_HOURS * HOUR_MS);
  return (HOURS[local.getUTCHours()] ?? 1) * (WEEKEND[local.getUTCDay()] ?? 1);
}

function courseOf(own: SeededRandom, agoMs: number): StoryContext['course'] {
  // Keeps some visitors waiting for an agent.
  const wantsPerson = agoMs < HOUR_MS / 3 ? 0.5 : 0.09;
  if (own.happens(wantsPerson)) return 'person';
  return own.happens(0.08) ? 'unanswered' : 'answered';
}

/** One of two agents, as the smallest plan has two seats. */
function agentOf(own: SeededRandom): StoryContext['agent'] {
  const [first, second] = LOCAL_AGENTS;
  if (!first || !second) throw new Error('There are no local agents.');
  const { oid, name } = own.happens(0.6) ? first : second;
  return { oid, name };
}
