import * as z from 'zod/mini';
import { MODEL_SERVERS, openAiServer } from './model.ts';
import { invalidSetting } from './settings.ts';
import { modelName, word } from './values.ts';
import { knownEmbeddingModel } from '../spending/rules/models.ts';

/** The model that embeds texts: of the account of the model that answers, or of any compatible server. */
type Embedding =
  | { kind: 'azure-openai'; endpoint: string; deployment: string; dimensions?: number }
  | { kind: 'openai'; baseUrl: string; model: string; apiKey?: string; dimensions?: number }
  /** Documents are searched only by their words. */
  | { kind: 'off' };

export const EMBEDDING_NAMES = {
  EMBEDDING_DEPLOYMENT: z.optional(word),
  EMBEDDING_MODEL: z.optional(modelName),
};

const EMBEDDING = z.object({ ...MODEL_SERVERS, ...EMBEDDING_NAMES });

/** Off unless a deployment, or a model of the OpenAI-compatible server, is named. */
export const embedding = z.pipe(
  EMBEDDING,
  z.transform((settings) => ({ embedding: embeddingOf(settings) })),
);

function embeddingOf(settings: z.output<typeof EMBEDDING>): Embedding {
  const {
    EMBEDDING_DEPLOYMENT: deployment,
    EMBEDDING_MODEL: model,
    AZURE_OPENAI_ENDPOINT: endpoint,
  } = settings;
  if (deployment !== undefined) {
    if (model !== undefined) {
      throw invalidSetting('EMBEDDING_MODEL', 'EMBEDDING_MODEL must not be set beside EMBEDDING_DEPLOYMENT.');
    }
    if (endpoint === undefined) {
      throw invalidSetting(
        'EMBEDDING_DEPLOYMENT',
        'EMBEDDING_DEPLOYMENT must be a deployment of AZURE_OPENAI_ENDPOINT.',
      );
    }
    return { kind: 'azure-openai', endpoint, deployment, ...dimensionsOf(deployment) };
  }
  if (model === undefined) return { kind: 'off' };
  const server = openAiServer(settings);
  if (server === undefined) {
    throw invalidSetting('OPENAI_BASE_URL', 'OPENAI_BASE_URL must be the server of EMBEDDING_MODEL.');
  }
  return { kind: 'openai', model, ...server, ...dimensionsOf(model) };
}

/** The length of the vectors: of a known model a short one that loses little; else the server decides. */
function dimensionsOf(name: string): { dimensions?: number } {
  const dimensions = knownEmbeddingModel(name)?.dimensions;
  return dimensions === undefined ? {} : { dimensions };
}

/** The embedding model whose retirement is monitored. The dates of known models are those of Azure. */
export function watchedEmbedding(configured: Embedding): { model: string; retiresFrom?: string } | undefined {
  if (configured.kind === 'off') return undefined;
  if (configured.kind === 'openai') return { model: configured.model };
  const known = knownEmbeddingModel(configured.deployment);
  return { model: configured.deployment, ...(known && { retiresFrom: known.retiresFrom }) };
}
