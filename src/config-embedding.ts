import { invalidSetting } from './config-settings.ts';
import { knownEmbeddingModel } from './domain/models.ts';
import type { Settings } from './wire/settings.ts';

/** The model that embeds texts: of the account of the model that answers, or of any compatible server. */
export type EmbeddingConfig =
  | { kind: 'azure-openai'; endpoint: string; deployment: string; dimensions?: number }
  | { kind: 'openai'; baseUrl: string; model: string; apiKey?: string; dimensions?: number }
  | { kind: 'off' };

/** Off unless a deployment or a model is named. */
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
    return { kind: 'azure-openai', endpoint, deployment, ...dimensionsOf(settings, deployment) };
  }
  if (model === undefined) {
    if (settings.EMBEDDING_BASE_URL === undefined) return { kind: 'off' };
    throw invalidSetting('EMBEDDING_MODEL', 'EMBEDDING_MODEL must name a model of EMBEDDING_BASE_URL.');
  }
  return { kind: 'openai', model, ...serverOf(settings), ...dimensionsOf(settings, model) };
}

/** Its own server with only that server’s key; else the server of the model that answers. */
function serverOf(settings: Settings): { baseUrl: string; apiKey?: string } {
  const { EMBEDDING_BASE_URL: own, EMBEDDING_API_KEY: ownKey, OPENAI_BASE_URL, OPENAI_API_KEY } = settings;
  const key = own === undefined ? (ownKey ?? OPENAI_API_KEY) : ownKey;
  const shared = OPENAI_BASE_URL ?? (key === undefined ? undefined : 'https://api.openai.com/v1');
  const baseUrl = own ?? shared;
  if (baseUrl === undefined) {
    throw invalidSetting(
      'EMBEDDING_BASE_URL',
      'EMBEDDING_BASE_URL must be the address of a server with EMBEDDING_MODEL.',
    );
  }
  return { baseUrl, ...(key !== undefined && { apiKey: key }) };
}

function dimensionsOf(settings: Settings, name: string): { dimensions?: number } {
  const dimensions = settings.EMBEDDING_DIMENSIONS ?? knownEmbeddingModel(name)?.dimensions;
  return dimensions === undefined ? {} : { dimensions };
}

/** US dollars per million tokens: the setting, else the list price of a known model. */
export function embeddingPriceOf(settings: Settings): number | undefined {
  const { EMBEDDING_PRICE: own, EMBEDDING_DEPLOYMENT: deployment, EMBEDDING_MODEL: model = '' } = settings;
  return own ?? knownEmbeddingModel(deployment ?? model)?.price;
}
