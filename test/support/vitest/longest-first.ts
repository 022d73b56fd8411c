import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export interface TestFile {
  /** Relative to the project's root, with slashes. */
  path: string;
  /** The name of its Vitest project. */
  project: string;
}

/**
 * The slowest test files, longest first, because the last files determine when the run ends. Files with a
 * separate process come first, because their worker is not reused.
 */
const LONGEST = [
  /^test\/journeys\/faults\.test/,
  'own process',
  'cloud process',
  'browser in a cloud',
  /^test\/((journeys|scripts|lint)\/|http\/fuzz)/,
  /^test\/(web|widget)\/.*(browser|dashboard|desk|setup|layout)/,
];

/**
 * Files that mostly wait for time-outs, timers and other processes, longest first. Two of them at the same
 * time leave a core idle.
 */
const WAITING = [
  /^test\/journeys\/notices-after-a-crash/,
  /^test\/scripts\/cloud-sim-rounds/,
  /^test\/journeys\/(cold-without-store|faults-identity|killed-instances)/,
  /^test\/adapters\/(documents-hostile|store-cosmos-faults|credential-hanging)/,
  /^test\/widget\/frame-accessibility/,
  /^test\/journeys\/broken-answer/,
  /^test\/web\/busy-host/,
];

const rankIn = (places: readonly boolean[]) => (places.includes(true) ? places.indexOf(true) : places.length);

const longest = ({ path, project }: TestFile) =>
  rankIn(LONGEST.map((one) => (typeof one === 'string' ? one === project : one.test(path))));

const waiting = ({ path }: TestFile) => rankIn(WAITING.map((one) => one.test(path)));

/** Sorts files by rank. Files of equal rank keep their order. */
export function longestFirst<T extends TestFile>(files: readonly T[]): T[] {
  const computing = files
    .filter((file) => waiting(file) === WAITING.length)
    .toSorted((a, b) => longest(a) - longest(b));
  const idle = files
    .filter((file) => waiting(file) < WAITING.length)
    .toSorted((a, b) => waiting(a) - waiting(b));
  // The range from the first shared file to the first short file.
  const isShared = computing.map((file) => longest(file) > LONGEST.indexOf('browser in a cloud'));
  const from = isShared.includes(true) ? isShared.indexOf(true) : computing.length;
  const long = computing.filter((file, at) => at >= from && longest(file) < LONGEST.length).length;
  const step = Math.max(1, Math.floor(long / (idle.length + 1)));
  for (const [at, file] of idle.entries()) computing.splice(from + at * (step + 1), 0, file);
  return computing;
}

/** Runs the slowest folders first, with the waiting files spread among them. */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = (await super.sort(specifications)).map((specification) => ({
      specification,
      path: relative(this.ctx.config.root, specification.moduleId).replaceAll('\\', '/'),
      project: specification.project.name,
    }));
    return longestFirst(files).map(({ specification }) => specification);
  }
}
