import { isCaption } from '../../domain/attachments.ts';
import { NO_USAGE, WITHOUT_MODEL } from '../../domain/cost.ts';
import type { Answerer } from '../../ports.ts';
import { languageOf } from './languages.ts';
import { offersAgent, phrasesFor } from './phrases.ts';

/**
 * An answerer that asks no model about a file without words: the assistant reads no files, says so, and
 * offers an agent if its handoff setting allows. It counts as answered: a file is no question.
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
