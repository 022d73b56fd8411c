import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  AskTestRequest,
  ListedTest,
  TestAnswer,
} from '../../../../../assistants/wire/assistant-tests.ts';
import { adminApi } from '../../../../ui/admin-api.ts';
import { Problem } from '../../../../ui/request.ts';
import { testsPath } from '../../../addresses.ts';

/** Time-out of one test, in milliseconds: two answers and a verdict. */
const TIMEOUT_MS = 200_000;

export type TestResult =
  { state: 'asking' } | { state: 'done'; answer: TestAnswer } | { state: 'failed'; problem: string };

/** Runs the tests of an assistant one after the other. Leaving the page ends the run. */
export function useTestRun(assistantId: string, subject: 'live' | 'draft') {
  const [results, setResults] = useState<ReadonlyMap<string, TestResult>>(new Map());
  const [running, setRunning] = useState(false);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  const set = (id: string, result: TestResult | undefined) =>
    setResults((before) => {
      const after = new Map(before);
      if (result) after.set(id, result);
      else after.delete(id);
      return after;
    });

  async function ask({ id, turns, expected, recorded }: ListedTest, signal: AbortSignal): Promise<void> {
    set(id, { state: 'asking' });
    const body: AskTestRequest = { turns: [...turns], expected, subject, ...(recorded && { recorded }) };
    try {
      const path = `${testsPath(assistantId)}/ask`;
      const answer = await adminApi.send<TestAnswer>('POST', path, body, { signal, timeoutMs: TIMEOUT_MS });
      set(id, { state: 'done', answer });
    } catch (thrown) {
      if (signal.aborted) set(id, undefined);
      else if (thrown instanceof Problem) set(id, { state: 'failed', problem: thrown.message });
      else throw thrown;
    }
  }

  async function run(tests: readonly ListedTest[]): Promise<void> {
    const controller = new AbortController();
    ending.current = controller;
    setRunning(true);
    for (const test of tests) {
      if (controller.signal.aborted) break;
      await ask(test, controller.signal);
    }
    setRunning(false);
  }

  return {
    results,
    running,
    start(tests: readonly ListedTest[]) {
      setResults(new Map());
      void run(tests);
    },
    /** Runs the tests that failed or were not run. */
    resume: (tests: readonly ListedTest[]) =>
      void run(tests.filter(({ id }) => results.get(id)?.state !== 'done')),
    stop: () => ending.current?.abort(),
  };
}
