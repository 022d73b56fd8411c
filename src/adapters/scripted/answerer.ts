import { setImmediate as turn } from 'node:timers/promises';
import type { HandoffRule } from '../../domain/assistants.ts';
import { embeddingUsage, NO_USAGE, WITHOUT_MODEL } from '../../domain/cost.ts';
import type { Answerer, AnswerRequest, AnswerResult, OpenMeanings } from '../../ports.ts';
import { intentOf } from './intent.ts';
import { knowledgeBase } from '../knowledge/base.ts';
import { documentLinks } from '../knowledge/document-links.ts';
import type { KnowledgeIndex } from '../knowledge/index.ts';
import type { ParseDocuments } from '../knowledge/parsed-documents.ts';
import { languageOf } from './languages.ts';
import { offersPerson, phrasesFor, type Phrases } from './phrases.ts';

type Reply = { text: string } & Partial<AnswerResult>;

/** Answers without a model: it quotes passages of the business's documents. */
export function knowledgeAnswerer({
  knowledgeDir,
  meanings,
  parse,
}: {
  knowledgeDir: string;
  meanings?: OpenMeanings;
  parse?: ParseDocuments;
}): Answerer {
  const knowledge = knowledgeBase(knowledgeDir, meanings, parse);
  return {
    async answer(request, signal, onText) {
      signal.throwIfAborted();
      const { text, ...result } = await reply(request, knowledge(request.knowledge));
      for (const content of text.match(/\s*\S+\s*/gu) ?? []) {
        await turn();
        signal.throwIfAborted();
        onText(content);
      }
      return { usage: NO_USAGE, model: WITHOUT_MODEL, sources: [], answered: true, ...result };
    },
  };
}

async function reply(request: AnswerRequest, knowledge: KnowledgeIndex): Promise<Reply> {
  const { history, locale, handoff } = request;
  const intent = intentOf(history.at(-1)?.content ?? '', languageOf(locale));
  const say = phrasesFor(intent?.language ?? locale);
  // With handoff off, a request for an agent is searched like a question: documents may name a telephone
  // number.
  switch (intent?.kind === 'person' && handoff === 'never' ? undefined : intent?.kind) {
    case 'person':
      return { text: say.personAsked, requestHuman: { byVisitor: true } };
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
  { history, locale, handoff, purpose }: AnswerRequest,
  knowledge: KnowledgeIndex,
): Promise<Reply> {
  const questions = history.filter(({ role }) => role === 'visitor').map(({ content }) => content);
  const { embeddingTokens, ...answer } = await knowledge.answer(questions, locale);
  const used = embeddingTokens > 0 && { usage: embeddingUsage(embeddingTokens), embeddingTokens };
  const say = phrasesFor(languageOf(answer.language) ?? locale);
  const basis = { queries: [], sections: answer.found, outcome: answer.kind };
  // An agent writes from a draft: it offers none.
  const offer = purpose === 'draft' ? 'never' : handoff;
  switch (answer.kind) {
    case 'sure': {
      const { section, passage } = answer;
      const { title, url } = section;
      const links = documentLinks(passage, [section]);
      const saysModel = purpose !== 'draft' && !history.some(({ content }) => content.includes(say.noModel));
      return {
        text: `**${escaped(title)}**\n\n${passage}${saysModel ? `\n\n*${say.noModel}*` : ''}`,
        sources: [{ title, ...(url !== undefined && { url }) }],
        ...(links.length > 0 && { links }),
        basis,
      };
    }
    case 'unclear':
      return { ...withChoices(say.whichOne, answer.labels), basis };
    case 'unsure':
      return { ...withOffer(say.mayHelp, answer.labels, say, offer), basis, ...used };
    case 'nothing':
      return { ...withOffer(say.nothingFound, [], say, offer), basis };
  }
}

/** What does not answer the question, and the offer of an agent if the assistant makes one when unsure. */
function withOffer(sentence: string, labels: readonly string[], say: Phrases, handoff?: HandoffRule): Reply {
  const choices = offersPerson(handoff) ? [...labels, say.talkToPerson] : labels;
  return { ...withChoices(sentence, choices), answered: false };
}

/** A sentence, and what the visitor may send next. */
function withChoices(sentence: string, labels: readonly string[]): Reply {
  if (labels.length === 0) return { text: sentence };
  const items = labels.map((label) => `- ${escaped(label)}`).join('\n');
  return { text: `${sentence}\n\n${items}`, suggestions: labels };
}

/** Plain text as Markdown. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*[\]]/g, '\\$&');
}
