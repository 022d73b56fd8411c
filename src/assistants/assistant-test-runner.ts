import { costOf, costOfAnswer, type Pricing } from '../spending/rules/cost.ts';
import { thenAlways } from '../lib/concurrency.ts';
import { AppError } from '../core/errors.ts';
import { editOf } from './records/assistant.ts';
import type { AssistantTest, Comparison, RecordedAnswer } from './records/assistant-test.ts';
import type { Source } from '../conversations/records/message.ts';
import type { SpendingTotals } from '../spending/records/token-usage.ts';
import { addTotals, ZERO_TOTALS, totalsOf } from '../spending/rules/spending.ts';
import type { AnswerActions, AnswerJudge, AnswerRequest } from '../ports.ts';
import { completeAnswer, type AnswerDependencies } from './complete-answer.ts';
import type { IsBudgetSpent } from '../spending/daily-budget.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import type { AssistantDrafts } from './assistant-drafts.ts';
import {
  pricedCallOf,
  personaOf,
  type AssistantProfiles,
  type ResolvedAssistant,
} from './assistant-profiles.ts';
import type { Assistants } from './assistants.ts';

/** The version under test: the live one, or the draft. */
type TestSubject = 'live' | 'draft';

/** The actions of a test, with mock results. */
export type RecordedActions = (
  assistantId: string,
  recorded: readonly RecordedAnswer[],
) => Promise<{ actions?: AnswerActions }>;

/** A question with an optional expected answer; without it there is no verdict. */
interface TestQuestion extends Pick<AssistantTest, 'turns'> {
  expected?: string | undefined;
  recorded?: readonly RecordedAnswer[] | undefined;
  subject: TestSubject;
}

interface TestResult {
  content: string;
  sources: readonly Source[];
  /** The live assistant's answer, if the draft is tested. */
  before?: string;
  /**
   * Compares the answer with `before` (of a draft), or with the expected answer. Absent without a judge or an
   * opinion.
   */
  verdict?: Comparison;
  /** One sentence of the judge; absent for identical answers, which are not judged. */
  reason?: string;
  spent: SpendingTotals;
}

interface UsageSum {
  sums: SpendingTotals;
}

type Dependencies = AnswerDependencies & {
  assistants: Pick<Assistants, 'find'>;
  drafts: Pick<AssistantDrafts, 'resolve'>;
  profiles: Pick<AssistantProfiles, 'resolve'>;
  /** Undefined if no model is connected. */
  judge: AnswerJudge | undefined;
  recordedActions: RecordedActions;
  otherUsage: Pick<OtherTokenUsage, 'add'>;
  isBudgetSpent: IsBudgetSpent;
  pricing: Pricing;
};

/** Runs one test and judges its answer. Only tokens and cost are stored. */
export function assistantTestRunner(dependencies: Dependencies) {
  const { assistants, drafts, profiles, judge, otherUsage, isBudgetSpent, pricing } = dependencies;
  const { recordedActions } = dependencies;
  const { requestBudget, stopping } = dependencies;

  async function liveProfile(assistantId: string): Promise<ResolvedAssistant> {
    const assistant = await assistants.find(assistantId);
    if (!assistant) throw new AppError('assistant-not-found');
    return await profiles.resolve(editOf(assistant), assistantId);
  }

  const answerOf = (
    profile: ResolvedAssistant,
    { turns: history, actions }: Pick<TestQuestion, 'turns'> & Pick<AnswerRequest, 'actions'>,
    spent: UsageSum,
  ) =>
    completeAnswer(dependencies, { ...personaOf(profile), history, ...(actions && { actions }) }, (used) => {
      spent.sums = addTotals(
        spent.sums,
        totalsOf(used.usage, costOfAnswer(used, pricing(pricedCallOf(profile, used)))),
      );
      return Promise.resolve();
    });

  async function verdictOf(
    { turns, expected }: TestQuestion,
    { profile, answer, before }: { profile: ResolvedAssistant; answer: string; before: string },
    spent: UsageSum,
  ): Promise<Pick<TestResult, 'verdict' | 'reason'>> {
    if (expected === undefined) return {};
    if (before === answer) return { verdict: 'same' };
    if (!judge) return {};
    const { instructions, model: requestedModel, prices: own } = profile;
    const compared = { instructions, turns, expected, before, answer };
    const { opinion, model, usage } = await requestBudget.pause(() =>
      judge.compare(
        { ...compared, ...(requestedModel !== undefined && { model: requestedModel }) },
        stopping,
      ),
    );
    const cost = costOf(usage, pricing({ requestedModel, model, own }));
    spent.sums = addTotals(spent.sums, totalsOf(usage, cost));
    return opinion ?? {};
  }

  async function runTest(
    test: TestQuestion,
    {
      assistantId,
      profile,
      draft,
    }: { assistantId: string; profile: ResolvedAssistant; draft: ResolvedAssistant | undefined },
    spent: UsageSum,
  ): Promise<Omit<TestResult, 'spent'>> {
    const { turns } = test;
    const { actions } = await recordedActions(assistantId, test.recorded ?? []);
    const question = { turns, ...(actions && { actions }) };
    // Waits for both, so that the usage of each is counted even if one of them fails.
    const [own, live] = await Promise.allSettled([
      answerOf(draft ?? profile, question, spent),
      draft && answerOf(profile, question, spent),
    ]);
    if (own.status === 'rejected') throw own.reason;
    if (live.status === 'rejected') throw live.reason;
    const { content, sources } = own.value;
    const before = live.value?.content;
    const compared = { profile, answer: content, before: before ?? test.expected ?? '' };
    const verdict = await verdictOf(test, compared, spent);
    return { content, sources, ...(before !== undefined && { before }), ...verdict };
  }

  return {
    /** Throws `assistant-not-found`, `draft-not-found`, or `budget-spent` if the daily budget is used up. */
    async ask(assistantId: string, test: TestQuestion): Promise<TestResult> {
      const profile = await liveProfile(assistantId);
      const draft = test.subject === 'draft' ? await drafts.resolve(assistantId) : undefined;
      if (await isBudgetSpent()) throw new AppError('budget-spent');
      const spent: UsageSum = { sums: ZERO_TOTALS };
      return await thenAlways(
        async () => ({ ...(await runTest(test, { assistantId, profile, draft }, spent)), spent: spent.sums }),
        () => otherUsage.add('tests', spent.sums),
      );
    },
  };
}
