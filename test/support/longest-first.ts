import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Where tests take longest, longest first; files that start last decide when the run ends. Those with a
 * process of their own come before the others: a worker that has run one of them is not used again.
 */
const LONGEST = [
  /^test\/journeys\/faults/,
  'own process',
  'cloud process',
  /^test\/((journeys|scripts|lint)\/|http\/fuzz)/,
  /^test\/(web|widget)\/.*(browser|dashboard|desk|setup|layout)/,
];

/** Runs the folders first whose tests take longest; within them, as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      const at = LONGEST.findIndex((one) =>
        typeof one === 'string' ? project.name === one : one.test(path),
      );
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
