import { setImmediate as turn } from 'node:timers/promises';
import { NO_USAGE } from '../../domain/cost.ts';
import type { Answerer, AnswerRequest, AnswerResult } from '../../ports.ts';
import { intentOf } from './intent.ts';
import { knowledgeBase } from '../knowledge/base.ts';
import { GOOD_FIT, type KnowledgeIndex } from '../knowledge/index.ts';
import { languageOf } from './languages.ts';
import { orPerson, phrasesFor } from './phrases.ts';
import type { FoundSection } from '../knowledge/section-search.ts';

/** A second section is quoted if its score is at least this share of the first one's. */
const NEARLY = 0.8;
/** Two sections are quoted only if they are short: the limit of both in characters. */
const SHORT_TOGETHER = 900;

/** How many sections are searched for the two to quote. */
const MAX_FOUND = 5;

type Reply = { text: string } & Partial<AnswerResult>;

/** Answers without a model: it quotes sections of the business's documents. */
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

async function reply(
  { history, locale, handover }: AnswerRequest,
  knowledge: KnowledgeIndex,
): Promise<Reply> {
  const question = history.at(-1)?.content ?? '';
  const intent = intentOf(question, languageOf(locale));
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
    case undefined: {
      const answer = quote(await knowledge.find(question, MAX_FOUND));
      if (!answer) return { text: orPerson(say.nothingFound, say, handover), answered: false };
      const first = !history.some(({ role }) => role === 'assistant');
      return first ? { ...answer, text: `${answer.text}\n\n*${say.noModel}*` } : answer;
    }
  }
}

/** Quotes the best section, and the second one if it fits nearly as well. */
function quote(found: readonly FoundSection[]): Reply | undefined {
  const [best, second] = found.filter(({ fit }) => fit >= GOOD_FIT);
  if (!best) return undefined;
  const both =
    second &&
    second.score >= best.score * NEARLY &&
    best.markdown.length + second.markdown.length <= SHORT_TOGETHER;
  const quoted = both ? [best, second] : [best];
  return {
    text: quoted.map(({ title, markdown }) => `**${title}**\n\n${markdown}`).join('\n\n'),
    sources: quoted.map(({ title, url }) => ({ title, ...(url !== undefined && { url }) })),
  };
}
