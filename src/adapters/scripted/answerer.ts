import { setImmediate as letOthersRun } from 'node:timers/promises';
import { unlessAborted } from '../../lib/concurrency.ts';
import { embeddingUsage, NO_USAGE, WITHOUT_MODEL } from '../../spending/rules/cost.ts';
import type { Answerer, AnswerRequest, AnswerResult } from '../../ports.ts';
import { intentOf } from './intent.ts';
import type { Knowledge } from '../knowledge/knowledge-base.ts';
import { documentLinks } from '../knowledge/document-links.ts';
import type { KnowledgeIndex } from '../knowledge/knowledge-index.ts';
import { languageOf } from '../../languages/languages.ts';
import { offersAgent, phrasesFor } from './phrases.ts';
import type { Phrases } from '../../languages/words.ts';
import { escapeMarkdown } from '../../lib/text.ts';

type Reply = { text: string } & Partial<AnswerResult>;

/** Answers without a model by quoting the business's documents. */
export function knowledgeAnswerer({ knowledge }: { knowledge: Knowledge }): Answerer {
  return {
    async answer(request, signal, onText) {
      signal.throwIfAborted();
      const { text, ...result } = await unlessAborted(signal, reply(request, knowledge(request.knowledge)));
      for (const content of text.match(/^\s*\S+\s*|\S+\s*/gu) ?? []) {
        await letOthersRun();
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
  // With handoff off, a request for a person is treated as a question, because documents can contain a phone
  // number.
  switch (intent?.kind === 'person' && handoff === 'never' ? undefined : intent?.kind) {
    case 'person':
      return { text: say.personAsked, requestHuman: { byVisitor: true } };
    case 'hello':
      return { text: say.hello };
    case 'thanks':
      return { text: say.thanks };
    case 'acknowledged':
      return { text: say.acknowledged };
    case undefined:
      return answerFromDocuments(request, knowledge);
  }
}

/** Quotes the best section, or offers pages that may help, or says that nothing was found. */
async function answerFromDocuments(
  { history, locale, today, handoff, purpose, offersAction }: AnswerRequest,
  knowledge: KnowledgeIndex,
): Promise<Reply> {
  const questions = history.filter(({ role }) => role === 'visitor').map(({ content }) => content);
  const answer = await knowledge.answer(questions, locale, today);
  const { best, others, embeddingTokens } = answer;
  const say = phrasesFor(languageOf(answer.language) ?? locale);
  // In a draft for an agent no agent is offered.
  const offers = purpose !== 'draft' && offersAgent(handoff) ? [say.talkToPerson] : [];
  const used = embeddingTokens > 0 && { usage: embeddingUsage(embeddingTokens), embeddingTokens };
  const basis = { queries: [], sections: answer.found, quoted: best !== undefined };
  if (!best) {
    if (offersAction) return { text: say.useButton, basis, ...used };
    const sentence = others.length > 0 ? say.pagesMayHelp : await nothingFound(knowledge, say);
    return { ...withChoices(sentence, [...others, ...offers]), answered: false, basis, ...used };
  }
  const { title, url } = best.section;
  const links = documentLinks(best.passage, [best.section]);
  return {
    ...withChoices(`${say.mayHelp}\n\n**${escapeMarkdown(title)}**\n\n${best.passage}`, [
      ...others,
      ...offers,
    ]),
    sources: [{ title, ...(url !== undefined && { url }) }],
    ...(links.length > 0 && { links }),
    basis,
    ...used,
  };
}

async function nothingFound(knowledge: KnowledgeIndex, say: Phrases): Promise<string> {
  const isEmpty = (await knowledge.whole(0))?.length === 0;
  return isEmpty ? say.noInformation : say.nothingFound;
}

/** A text with suggested replies for the visitor. */
function withChoices(text: string, labels: readonly string[]): Reply {
  if (labels.length === 0) return { text };
  const items = labels.map((label) => `- ${escapeMarkdown(label)}`).join('\n');
  return { text: `${text}\n\n${items}`, suggestions: labels };
}
