import { FlaskConical } from 'lucide-static';
import type { ListedTest, TestsReply } from '../../../../../assistants/wire/assistant-tests.ts';
import { Button } from '../../../../ui/button.tsx';
import { formatCost, formatCount, plural } from '../../../../ui/format.ts';
import { useLive } from '../../../../ui/live.ts';
import { Empty } from '../../../../ui/notice.tsx';
import { testsPath } from '../../../addresses.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { Section } from '../../../parts/section.tsx';
import { TestRow } from './test-row.tsx';
import { useTestRun, type TestResult } from './use-test-run.ts';

interface TestsProps {
  assistantId: string;
  hasDraft: boolean;
}

/** The tests of an assistant, with the draft's answers next to the live ones. */
export function TestsCard({ assistantId, hasDraft }: TestsProps) {
  const live = useLive<TestsReply>(testsPath(assistantId));
  const run = useTestRun(assistantId, hasDraft ? 'draft' : 'live');
  const tests = live.data?.tests ?? [];
  const { results, running } = run;
  const isOpen = results.size > 0 && tests.some(({ id }) => results.get(id)?.state !== 'done');
  return (
    <Section id="tests" title="Tests">
      <Loaded live={live}>
        {live.data && tests.length === 0 ? (
          <Empty icon={FlaskConical} title="No tests">
            <p>Choose Keep as test under an answer in a conversation, in Questions or in the preview.</p>
          </Empty>
        ) : (
          <>
            <p>
              {hasDraft
                ? 'The draft and the live assistant answer each test. The model compares both answers.'
                : 'The live assistant answers each test. The model compares it with the expected answer.'}
            </p>
            <div class="row">
              {running ? (
                <Button onClick={run.stop}>Stop</Button>
              ) : (
                <Button
                  class={hasDraft ? 'button' : 'button primary'}
                  disabled={tests.length === 0}
                  onClick={() => run.start(tests)}
                >
                  {hasDraft ? 'Test draft' : 'Test live assistant'}
                </Button>
              )}
              {!running && isOpen && <Button onClick={() => run.resume(tests)}>Continue</Button>}
            </div>
            <p role="status" class="test-sums">
              {results.size > 0 && sumsOf(tests, results)}
            </p>
            <ol class="tests">
              {tests.map((test) => (
                <TestRow
                  key={test.id}
                  {...{ assistantId, test, hasDraft }}
                  result={results.get(test.id)}
                  onChanged={live.refresh}
                />
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Describes the progress and results of a run. */
function sumsOf(tests: readonly ListedTest[], results: ReadonlyMap<string, TestResult>): string {
  const all = tests.flatMap(({ id }) => results.get(id) ?? []);
  const answers = all.flatMap((result) => (result.state === 'done' ? [result.answer] : []));
  const among = (verdict: string | undefined) =>
    answers.filter((answer) => answer.verdict === verdict).length;
  const failed = all.filter(({ state }) => state === 'failed').length;
  const counts = [
    ['worse', among('worse')],
    ['better', among('better')],
    ['same', among('same')],
    ['not compared', among(undefined)],
    ['failed', failed],
  ] as const;
  const found = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatCount(count)} ${name}`);
  const cost = answers.reduce((sum, { usage }) => sum + (usage.cost ?? 0), 0);
  const unpricedCalls = answers.filter(({ usage }) => usage.cost === null).length;
  return [
    `${formatCount(answers.length + failed)} of ${plural(tests.length, 'test')}`,
    ...found,
    ...(answers.length > 0 ? [formatCost({ cost, unpricedCalls })] : []),
  ].join(' · ');
}
