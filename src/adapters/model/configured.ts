import type { Config } from '../../config/config.ts';
import type {
  Answerer,
  AnswerJudge,
  Embedder,
  LanguageModel,
  OpenSemanticSearch,
  Ports,
  Translator,
} from '../../ports.ts';
import type { Knowledge, KnowledgeOptions } from '../knowledge/knowledge-base.ts';
import type { ParseDocuments } from '../knowledge/parsed-documents.ts';

/** The scope of the managed identity's tokens for Azure OpenAI. */
const SCOPE = 'https://cognitiveservices.azure.com/.default';

interface ModelParts extends Pick<Ports, 'clock' | 'random' | 'telemetry'> {
  /** An access token of the managed identity for a scope. */
  token: (scope: string) => Promise<string>;
  parse: ParseDocuments;
  /** Runs work in the background, and reports its failure. */
  background: KnowledgeOptions['background'];
}

/** The sources of answers. */
export interface Answerers {
  /** The connected model, or the documents if none is connected. */
  first: Answerer;
  /** Quotes the documents, without a model. */
  documents: Answerer;
  /** Whether `first` is a model, which can fail. */
  hasModel: boolean;
}

/**
 * Opens the configured models for answers, embeddings and judging. With a replaced answerer no model is
 * opened.
 */
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
    translator: await openTranslator(model, parts.clock),
    openAnswerers: async (meanings: OpenSemanticSearch | undefined): Promise<Answerers> => {
      const { background, parse } = parts;
      const { knowledgeBase } = await import('../knowledge/knowledge-base.ts');
      // Shared by both answerers, because an index needs memory.
      const knowledge = knowledgeBase({ ...config.assistant, meanings, parse, background });
      const documents = await openDocumentAnswerer(knowledge);
      const own = model && (await openModelAnswerer(config, model, knowledge, parts));
      return { first: answerer ?? own ?? documents, documents, hasModel: own !== undefined };
    },
  };
}

/** The configured language model; undefined if answers come only from the documents. */
async function openModel(
  { model, asking }: Pick<Config, 'model' | 'asking'>,
  { clock, telemetry, token }: ModelParts,
): Promise<LanguageModel | undefined> {
  if (model.kind === 'knowledge') return undefined;
  const { openaiModel } = await import('./openai.ts');
  const server = model.kind === 'openai' ? model : { ...model, token: () => token(SCOPE) };
  return openaiModel({ ...asking, server, clock, telemetry });
}

/** The embedding model; undefined if search uses only words. */
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
  const { modelAnswerer } = await import('./model-answerer.ts');
  return modelAnswerer({ knowledge, clock, random, telemetry, model, wholeKnowledgeTokens });
}

/** Translates for agents; undefined without a model. */
async function openTranslator(
  model: LanguageModel | undefined,
  clock: Ports['clock'],
): Promise<Translator | undefined> {
  if (!model) return undefined;
  const { modelTranslator } = await import('./translator.ts');
  return modelTranslator({ model, clock });
}

/** Compares answers of tests; undefined without a model. */
async function openJudge(
  model: LanguageModel | undefined,
  clock: Ports['clock'],
): Promise<AnswerJudge | undefined> {
  if (!model) return undefined;
  const { modelJudge } = await import('./judge.ts');
  return modelJudge({ model, clock });
}
