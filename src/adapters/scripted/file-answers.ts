import { isCaption } from '../../conversations/rules/attachments.ts';
import { NO_USAGE, WITHOUT_MODEL } from '../../spending/rules/cost.ts';
import type { Answerer } from '../../ports.ts';
import { languageOf } from '../../languages/languages.ts';
import { offersAgent, phrasesFor } from './phrases.ts';

/**
 * Answers a file without text by a fixed phrase instead of the model: the assistant cannot read files. An
 * agent is offered if the handoff setting allows it. It counts as answered, because a file is not a question.
 */
export function withFileAnswers(answerer: Answerer): Answerer {
  return {
    async answer(request, signal, onText, onUsed) {
      const latest = request.history.at(-1);
      if (request.purpose === 'draft' || latest === undefined || !isCaption(latest)) {
        return answerer.answer(request, signal, onText, onUsed);
      }
      const { locale, handoff } = request;
      const say = phrasesFor(languageOf(locale));
      const offered = offersAgent(handoff) ? [say.talkToPerson] : [];
      const list = offered.map((label) => `\n\n- ${label}`).join('');
      onText(say.fileReceived + list);
      return {
        ...{ usage: NO_USAGE, model: WITHOUT_MODEL, sources: [], answered: true },
        ...(offered.length > 0 && { suggestions: offered }),
      };
    },
  };
}
