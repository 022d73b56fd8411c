import type { Config } from '../../config.ts';
import type {
  Answerer,
  AnswerJudge,
  Embedder,
  LanguageModel,
  OpenSemanticSearch,
  Ports,
  QuestionWriter,
  SectionQuestions,
  Translator,
} from '../../ports.ts';
import type { Knowledge, KnowledgeOptions } from '../knowledge/base.ts';
import type { ParseDocuments } from '../knowledge/parsed-documents.ts';
import { withFileAnswers } from '../scripted/file-answers.ts';
import { fallbackAnswerer, withDocumentFallback } from '../scripted/document-fallback.ts';

/** The scope of the managed identity's tokens for Azure OpenAI. */
const SCOPE = 'https://cognitiveservices.azure.com/.default';

interface ModelParts extends Pick<Ports, 'clock' | 'random' | 'telemetry'> {
  /** An access token of the managed identity for a scope. */
  token: (scope: string) => Promise<string>;
  /** Parses the documents that answers come from. */
  parse: ParseDocuments;
  /** Runs what no answer waits for, and reports its failure. */
  background: KnowledgeOptions['background'];
}

export interface Answerers {
  /** The connected model, or the documents without a model; without the daily budget. */
  unlimited: Answerer;
  /** The answerer for a spent daily budget. */
  overBudget: Answerer;
  /** Answers visitors from the documents where the model fails. */
  withFallback: (answerer: Answerer) => Answerer;
}

/** The configured models for answers, embeddings and verdicts. With a replaced answerer there is no model. */
export async function openModels(
  config: Pick<Config, 'model' | 'asking' | 'embedding' | 'assistant'>,
  parts: ModelParts,
  replace: { answerer?: Answerer; judge?: AnswerJudge },
) {
  const { answerer } = replace;
  const model = answerer ? undefined : await openModel(config, parts);
  return {
    model,
    embedder: answerer ? undefined : await openEmbedder(config, parts),
    judge: replace.judge ?? (await openJudge(model, parts.clock)),
    questionWriter: await openQuestionWriter(model, parts.clock),
    translator: await openTranslator(model, parts.clock),
    openAnswerers: async (
      meanings: OpenSemanticSearch | undefined,
      questions: SectionQuestions,
    ): Promise<Answerers> => {
      const { background, parse } = parts;
      const { knowledgeBase } = await import('../knowledge/base.ts');
      // One for both: an index takes memory.
      const knowledge = knowledgeBase({ ...config.assistant, meanings, questions, parse, background });
      const documents = await openDocumentAnswerer(knowledge);
      const own = model && (await openModelAnswerer(config, model, knowledge, parts));
      return {
        unlimited: withFileAnswers(answerer ?? own ?? documents),
        overBudget: withFileAnswers(own ? fallbackAnswerer(documents, 'daily-budget') : documents),
        withFallback: (its) => (own ? withDocumentFallback(its, documents) : its),
      };
    },
  };
}

/** The configured language model; undefined if answers come only from documents. */
async function openModel(
  { model, asking }: Pick<Config, 'model' | 'asking'>,
  { clock, telemetry, token }: ModelParts,
): Promise<LanguageModel | undefined> {
  if (model.kind === 'knowledge') return undefined;
  const { openaiModel } = await import('./openai.ts');
  const server = model.kind === 'openai' ? model : { ...model, token: () => token(SCOPE) };
  return openaiModel({ ...asking, server, clock, telemetry });
}

/** The model that embeds texts; undefined if documents are searched only by their words. */
export async function openEmbedder(
  { embedding }: Pick<Config, 'embedding'>,
  { token, ...ports }: Omit<ModelParts, 'parse' | 'background'>,
): Promise<Embedder | undefined> {
  if (embedding.kind === 'off') return undefined;
  const { openaiEmbedder } = await import('./embedder.ts');
  const { dimensions, ...named } = embedding;
  const server = named.kind === 'openai' ? named : { ...named, token: () => token(SCOPE) };
  return openaiEmbedder({ ...ports, server, ...(dimensions !== undefined && { dimensions }) });
}

async function openDocumentAnswerer(knowledge: Knowledge): Promise<Answerer> {
  const { knowledgeAnswerer } = await import('../scripted/answerer.ts');
  return knowledgeAnswerer({ knowledge });
}

async function openModelAnswerer(
  { assistant: { wholeKnowledgeTokens } }: Pick<Config, 'assistant'>,
  model: LanguageModel,
  knowledge: Knowledge,
  { clock, random, telemetry }: ModelParts,
): Promise<Answerer> {
  const { modelAnswerer } = await import('./language-model.ts');
  return modelAnswerer({ knowledge, clock, random, telemetry, model, wholeKnowledgeTokens });
}

/** Writes questions for sections of documents; undefined where no model is connected. */
async function openQuestionWriter(
  model: LanguageModel | undefined,
  clock: Ports['clock'],
): Promise<QuestionWriter | undefined> {
  if (!model) return undefined;
  const { modelQuestionWriter } = await import('./question-writer.ts');
  return modelQuestionWriter({ model, clock });
}

/** Translates for agents; undefined where no model is connected. */
async function openTranslator(
  model: LanguageModel | undefined,
  clock: Ports['clock'],
): Promise<Translator | undefined> {
  if (!model) return undefined;
  const { modelTranslator } = await import('./translator.ts');
  return modelTranslator({ model, clock });
}

/** Judges answers; undefined where no model is connected. */
async function openJudge(
  model: LanguageModel | undefined,
  clock: Ports['clock'],
): Promise<AnswerJudge | undefined> {
  if (!model) return undefined;
  const { modelJudge } = await import('./judge.ts');
  return modelJudge({ model, clock });
}
