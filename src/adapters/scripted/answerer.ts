import { setImmediate as turn } from 'node:timers/promises';
import { NO_USAGE } from '../../domain/cost.ts';
import type { Answerer, AnswerRequest, AnswerResult } from '../../ports.ts';
import { intentOf } from './intent.ts';
import { knowledgeBase } from '../knowledge/base.ts';
import type { KnowledgeIndex } from '../knowledge/index.ts';
import { languageOf } from './languages.ts';
import { offersPerson, orPerson, phrasesFor } from './phrases.ts';

type Reply = { text: string } & Partial<AnswerResult>;

/** Answers without a model: it quotes passages of the business's documents. */
export function knowledgeAnswerer({ knowledgeDir }: { knowledgeDir: string }): Answerer {
  const knowledge = knowledgeBase(knowledgeDir);
  return {
    async *answer(request, signal) {
      signal.throwIfAborted();
      const { text, ...result } = await reply(request, knowledge(request.knowledge));
      for (const content of text.match(/\s*\S+\s*/gu) ?? []) {
        await turn();
        signal.throwIfAborted();
        yield { type: 'delta', content };
      }
      yield {
        type: 'done',
        result: { usage: NO_USAGE, model: 'knowledge', sources: [], answered: true, ...result },
      };
    },
  };
}

async function reply(request: AnswerRequest, knowledge: KnowledgeIndex): Promise<Reply> {
  const { history, locale, handover } = request;
  const intent = intentOf(history.at(-1)?.content ?? '', languageOf(locale));
  const say = phrasesFor(intent?.language ?? locale);
  // With handoff off, a request for an agent is searched like a question: documents may name a telephone
  // number.
  switch (intent?.kind === 'person' && handover === 'never' ? undefined : intent?.kind) {
    case 'person':
      return { text: say.personAsked, requestHuman: {} };
    case 'hello':
      return { text: say.hello };
    case 'thanks':
      return { text: say.thanks };
    case undefined:
      return found(request, knowledge);
  }
}

/**
 * Quotes the passage that answers, asks back, names sections that may help, or says that there is nothing.
 */
async function found(
  { history, locale, handover, purpose }: AnswerRequest,
  knowledge: KnowledgeIndex,
): Promise<Reply> {
  const questions = history.filter(({ role }) => role === 'visitor').map(({ content }) => content);
  const answer = await knowledge.answer(questions, locale);
  const say = phrasesFor(languageOf(locale) ?? answer.language);
  const basis = { queries: [], sections: answer.found, outcome: answer.kind };
  switch (answer.kind) {
    case 'sure': {
      const { section, passage } = answer;
      const { title, url } = section;
      const saysModel = purpose !== 'draft' && !history.some(({ content }) => content.includes(say.noModel));
      return {
        text: `**${escaped(title)}**\n\n${passage}${saysModel ? `\n\n*${say.noModel}*` : ''}`,
        sources: [{ title, ...(url !== undefined && { url }) }],
        basis,
      };
    }
    case 'unclear':
      return { text: withTitles(say.whichOne, answer.labels), suggestions: answer.labels, basis };
    case 'unsure': {
      const text = withTitles(say.mayHelp, answer.labels);
      return {
        text: offersPerson(handover) ? `${text}\n\n${say.orPerson}` : text,
        suggestions: answer.labels,
        answered: false,
        basis,
      };
    }
    case 'nothing':
      return { text: orPerson(say.nothingFound, say, handover), answered: false, basis };
  }
}

function withTitles(sentence: string, titles: readonly string[]): string {
  return `${sentence}\n\n${titles.map((title) => `- ${escaped(title)}`).join('\n')}`;
}

/** Plain text as Markdown. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*[\]]/g, '\\$&');
}
