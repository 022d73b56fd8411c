import type { Config } from '../../config.ts';
import type { Answerer, AnswerJudge, Embedder, LanguageModel, OpenMeanings, Ports } from '../../ports.ts';
import type { ParseDocuments } from '../knowledge/parsed-documents.ts';
import { withFileAnswers } from '../scripted/file-answers.ts';

/** The scope of the managed identity's tokens for Azure OpenAI. */
const SCOPE = 'https://cognitiveservices.azure.com/.default';

interface ModelParts extends Pick<Ports, 'clock' | 'random' | 'telemetry'> {
  /** An access token of the managed identity for a scope. */
  token: (scope: string) => Promise<string>;
  /** Parses the documents that answers come from. */
  parse: ParseDocuments;
}

/** The configured models: what answers, embeds and judges. With a replaced answerer there is no model. */
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
    openAnswerer: async (meanings: OpenMeanings | undefined) =>
      withFileAnswers(answerer ?? (await openAnswerer(config, model, meanings, parts))),
  };
}

/** The configured language model; undefined where answers are found in documents alone. */
async function openModel(
  { model, asking }: Pick<Config, 'model' | 'asking'>,
  { clock, telemetry, token }: ModelParts,
): Promise<LanguageModel | undefined> {
  if (model.kind === 'knowledge') return undefined;
  const { openaiModel } = await import('./openai.ts');
  const server = model.kind === 'openai' ? model : { ...model, token: () => token(SCOPE) };
  return openaiModel({ ...asking, server, clock, telemetry });
}

/** The model that embeds texts; undefined where documents are searched by their words alone. */
export async function openEmbedder(
  { embedding }: Pick<Config, 'embedding'>,
  { token, ...ports }: Omit<ModelParts, 'parse'>,
): Promise<Embedder | undefined> {
  if (embedding.kind === 'off') return undefined;
  const { openaiEmbedder } = await import('./embedder.ts');
  const { dimensions, ...named } = embedding;
  const server = named.kind === 'openai' ? named : { ...named, token: () => token(SCOPE) };
  return openaiEmbedder({ ...ports, server, ...(dimensions !== undefined && { dimensions }) });
}

/** Answers with the configured model, or without one. */
async function openAnswerer(
  { assistant: { knowledgeDir, wholeKnowledgeTokens } }: Pick<Config, 'assistant'>,
  model: LanguageModel | undefined,
  meanings: OpenMeanings | undefined,
  { clock, random, telemetry, parse }: ModelParts,
): Promise<Answerer> {
  const shared = { knowledgeDir, clock, random, telemetry, parse, ...(meanings && { meanings }) };
  if (!model) {
    const { knowledgeAnswerer } = await import('../scripted/answerer.ts');
    return knowledgeAnswerer(shared);
  }
  const { modelAnswerer } = await import('./language-model.ts');
  return modelAnswerer({ ...shared, model, wholeKnowledgeTokens });
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
