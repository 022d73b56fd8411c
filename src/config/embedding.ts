import { invalidSetting, openAiServer } from './settings.ts';
import { knownEmbeddingModel } from '../spending/rules/models.ts';
import type { Settings } from '../admin/wire/settings.ts';

/** The model that embeds texts: of the account of the model that answers, or of any compatible server. */
export type EmbeddingConfig =
  | { kind: 'azure-openai'; endpoint: string; deployment: string; dimensions?: number }
  | { kind: 'openai'; baseUrl: string; model: string; apiKey?: string; dimensions?: number }
  | { kind: 'off' };

/** Off unless a deployment, or a model of the OpenAI-compatible server, is named. */
export function embeddingOf(settings: Settings): EmbeddingConfig {
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

/** US dollars per million tokens: the list price of a known model, whose bills are cents. */
export function embeddingPriceOf(settings: Settings): number | undefined {
  const { EMBEDDING_DEPLOYMENT: deployment, EMBEDDING_MODEL: model = '' } = settings;
  return knownEmbeddingModel(deployment ?? model)?.price;
}

/** The embedding model whose retirement is monitored. The dates of known models are those of Azure. */
export function watchedEmbedding(
  embedding: EmbeddingConfig,
): { model: string; retiresFrom?: string } | undefined {
  if (embedding.kind === 'off') return undefined;
  if (embedding.kind === 'openai') return { model: embedding.model };
  const known = knownEmbeddingModel(embedding.deployment);
  return { model: embedding.deployment, ...(known && { retiresFrom: known.retiresFrom }) };
}
