import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where tests take longest, longest first; files that start last decide when the run ends. */
const LONGEST = [
  /^test\/journeys\/faults/,
  /^test\/(journeys|scripts|lint)\//,
  /^test\/(web|widget)\/.*(browser|dashboard|desk|setup|layout)/,
];

/** Runs the folders first whose tests take longest; within them, as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      const at = LONGEST.findIndex((pattern) => pattern.test(path));
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
