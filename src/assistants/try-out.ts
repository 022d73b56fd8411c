import type { AssistantEdit } from './records/assistant.ts';
import { costOfAnswer, type Pricing } from '../spending/rules/cost.ts';
import { totalsOf } from '../spending/rules/spending.ts';
import type { AnswerRequest, AnswerUsage } from '../ports.ts';
import { completeAnswer, type AnswerDependencies, type CompleteAnswer } from './complete-answer.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import { pricedCallOf, personaOf, type AssistantProfiles } from './assistant-profiles.ts';

/** The answer of an unsaved assistant; `cost` in US dollars, null if the price is unknown. */
interface TrialAnswer extends CompleteAnswer {
  cost: number | null;
}

type Dependencies = AnswerDependencies & {
  profiles: Pick<AssistantProfiles, 'resolve'>;
  otherUsage: Pick<OtherTokenUsage, 'add'>;
  pricing: Pricing;
};

/** Lets an admin try an unsaved assistant. Only tokens and cost are stored. */
export function tryOut({ profiles, otherUsage, pricing, ...asking }: Dependencies) {
  return {
    /** With the uploaded documents of `assistantId`. */
    async ask(
      draft: AssistantEdit,
      assistantId: string | undefined,
      history: AnswerRequest['history'],
    ): Promise<TrialAnswer> {
      const profile = await profiles.resolve(draft, assistantId);
      const costOf = (used: AnswerUsage) => costOfAnswer(used, pricing(pricedCallOf(profile, used)));
      const answer = await completeAnswer(asking, { ...personaOf(profile), history }, (used) =>
        otherUsage.add('tests', totalsOf(used.usage, costOf(used))),
      );
      return { ...answer, cost: costOf(answer) };
    },
  };
}
