import type { HandoffRule } from '../../assistants/rules/assistants.ts';
import { languageOf, WORDS } from '../../languages/languages.ts';
import type { Phrases } from '../../languages/words.ts';

/** The phrases for a locale (BCP 47); English if it is not supported. */
export function phrasesFor(locale: string | undefined): Phrases {
  return WORDS[languageOf(locale) ?? 'en'].phrases;
}

/** Whether the assistant offers an agent if it cannot answer. */
export function offersAgent(handoff: HandoffRule = 'when-unsure'): boolean {
  return handoff === 'when-unsure';
}

/** Adds the offer of an agent to a sentence, if the handoff setting allows it. */
export function withAgentOffer(sentence: string, say: Phrases, handoff?: HandoffRule): string {
  if (!offersAgent(handoff)) return sentence;
  return `${sentence}${sentence.endsWith('。') ? '' : ' '}${say.orPerson}`;
}
