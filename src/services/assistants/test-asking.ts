import { costOf, costOfAnswer, type Pricing } from '../../domain/cost.ts';
import { AppError } from '../../domain/errors.ts';
import { editOf } from '../../domain/records/assistant.ts';
import type { AssistantTest, Comparison, RecordedAnswer } from '../../domain/records/assistant-test.ts';
import type { Source } from '../../domain/records/message.ts';
import type { SpendingTotals } from '../../domain/records/spending-totals.ts';
import { addSpent, NOTHING_SPENT, spentOn } from '../../domain/spending.ts';
import type { AnswerJudge, AnswerRequest } from '../../ports.ts';
import type { RecordedActions } from '../actions/recorded-actions.ts';
import { askCounted, type AskDependencies } from '../chat/asking.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { AssistantDrafts } from './assistant-drafts.ts';
import { callOf, personaOf, type AssistantProfiles, type ResolvedAssistant } from './assistant-profiles.ts';
import type { Assistants } from './assistants.ts';

/** The version under test: the live one, or the draft. */
export type TestSubject = 'live' | 'draft';

/** A question to ask; without an expected answer nothing is judged. */
export interface AskedTest extends Pick<AssistantTest, 'turns'> {
  expected?: string | undefined;
  recorded?: readonly RecordedAnswer[] | undefined;
  subject: TestSubject;
}

export interface TestedAnswer {
  content: string;
  sources: readonly Source[];
  /** The live assistant's answer, if the draft is tested. */
  before?: string;
  /**
   * How the answer compares with `before`, or the live one's with the expected answer; absent if no model
   * judges, or it has no opinion.
   */
  verdict?: Comparison;
  /** One sentence of the model. Absent for answers in the same words, which no model judges. */
  reason?: string;
  spent: SpendingTotals;
}

/** The usage of a test's calls so far. */
interface Spent {
  sums: SpendingTotals;
}

/** Asks and judges one test. Nothing is stored but its tokens and cost. */
export interface TestAsking {
  /** `assistant-not-found`, `draft-not-found`; `budget-spent` once the daily budget is used up. */
  ask(assistantId: string, test: AskedTest): Promise<TestedAnswer>;
}

type Dependencies = AskDependencies & {
  assistants: Pick<Assistants, 'find'>;
  drafts: Pick<AssistantDrafts, 'resolve'>;
  profiles: Pick<AssistantProfiles, 'resolve'>;
  /** Undefined where no model is connected. */
  judge: AnswerJudge | undefined;
  recordedActions: RecordedActions;
  otherUsage: Pick<OtherTokenUsage, 'add'>;
  isBudgetSpent: IsBudgetSpent;
  pricing: Pricing;
};

export function testAsking(dependencies: Dependencies): TestAsking {
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
    { turns: history, actions }: Pick<AskedTest, 'turns'> & Pick<AnswerRequest, 'actions'>,
    spent: Spent,
  ) =>
    askCounted(dependencies, { ...personaOf(profile), history, ...(actions && { actions }) }, (used) => {
      spent.sums = addSpent(
        spent.sums,
        spentOn(used.usage, costOfAnswer(used, pricing(callOf(profile, used)))),
      );
      return Promise.resolve();
    });

  async function verdictOf(
    { turns, expected }: AskedTest,
    { profile, answer, before }: { profile: ResolvedAssistant; answer: string; before: string },
    spent: Spent,
  ): Promise<Pick<TestedAnswer, 'verdict' | 'reason'>> {
    if (expected === undefined) return {};
    if (before === answer) return { verdict: 'same' };
    if (!judge) return {};
    const { instructions, model: asked, prices: own } = profile;
    const compared = { instructions, turns, expected, before, answer };
    const { opinion, model, usage } = await requestBudget.pause(() =>
      judge.compare({ ...compared, ...(asked !== undefined && { model: asked }) }, stopping),
    );
    const cost = costOf(usage, pricing({ asked, answered: model, own }));
    spent.sums = addSpent(spent.sums, spentOn(usage, cost));
    return opinion ?? {};
  }

  async function answered(
    test: AskedTest,
    {
      assistantId,
      profile,
      draft,
    }: { assistantId: string; profile: ResolvedAssistant; draft: ResolvedAssistant | undefined },
    spent: Spent,
  ): Promise<Omit<TestedAnswer, 'spent'>> {
    const { turns } = test;
    const { actions } = await recordedActions(assistantId, test.recorded ?? []);
    const question = { turns, ...(actions && { actions }) };
    // Both end before what they used is counted, also where one of them fails.
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
    async ask(assistantId, test) {
      const profile = await liveProfile(assistantId);
      const draft = test.subject === 'draft' ? await drafts.resolve(assistantId) : undefined;
      if (await isBudgetSpent()) throw new AppError('budget-spent');
      const spent: Spent = { sums: NOTHING_SPENT };
      try {
        return { ...(await answered(test, { assistantId, profile, draft }, spent)), spent: spent.sums };
      } finally {
        await otherUsage.add('tests', spent.sums);
      }
    },
  };
}
