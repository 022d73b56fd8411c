import type { AssistantEdit } from '../../domain/records/assistant.ts';
import { costOfAnswer, type Pricing } from '../../domain/cost.ts';
import { spentOn } from '../../domain/spending.ts';
import type { AnswerRequest, AnswerUsage } from '../../ports.ts';
import { askCounted, type AskDependencies, type CompleteAnswer } from '../chat/asking.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import { callOf, personaOf, type AssistantProfiles } from './assistant-profiles.ts';

/** The answer of an assistant draft; `cost` in US dollars, null without a price. */
export interface TriedAnswer extends CompleteAnswer {
  cost: number | null;
}

/** Asks an assistant draft without a conversation: nothing is stored but its tokens and cost. */
export interface TryOut {
  /** With the uploaded documents of `assistantId`. */
  ask(
    draft: AssistantEdit,
    assistantId: string | undefined,
    history: AnswerRequest['history'],
  ): Promise<TriedAnswer>;
}

type Dependencies = AskDependencies & {
  profiles: Pick<AssistantProfiles, 'resolve'>;
  otherUsage: Pick<OtherTokenUsage, 'add'>;
  pricing: Pricing;
};

export function tryOut({ profiles, otherUsage, pricing, ...asking }: Dependencies): TryOut {
  return {
    async ask(draft, assistantId, history) {
      const profile = await profiles.resolve(draft, assistantId);
      const costOf = (used: AnswerUsage) => costOfAnswer(used, pricing(callOf(profile, used)));
      const answer = await askCounted(asking, { ...personaOf(profile), history }, (used) =>
        otherUsage.add('tests', spentOn(used.usage, costOf(used))),
      );
      return { ...answer, cost: costOf(answer) };
    },
  };
}
