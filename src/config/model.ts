import * as z from 'zod/mini';
import { invalidSetting } from './settings.ts';
import { httpUrl, integer, modelName, urlOrLoopback, word } from './values.ts';
import { EFFORTS, MODEL_APIS, type ModelApi } from '../spending/rules/models.ts';

type Model =
  | { kind: 'azure-openai'; api: ModelApi; endpoint: string; deployment: string }
  | { kind: 'openai'; api: ModelApi; baseUrl: string; apiKey?: string; model: string }
  | { kind: 'knowledge' };

/** The servers of models. */
export const MODEL_SERVERS = {
  AZURE_OPENAI_ENDPOINT: z.optional(urlOrLoopback),
  OPENAI_BASE_URL: z.optional(httpUrl),
  OPENAI_API_KEY: z.optional(z.string()),
};
export const MODEL_NAMES = {
  AZURE_OPENAI_DEPLOYMENT: z.optional(word),
  OPENAI_MODEL: z.optional(modelName),
};

const MODEL = z.object({
  cloud: z.boolean(),
  ...MODEL_SERVERS,
  ...MODEL_NAMES,
  MODEL_API: z.optional(z.enum(MODEL_APIS, `one of ${MODEL_APIS.join(', ')}`)),
  MODEL_REASONING_EFFORT: z.optional(z.enum(EFFORTS, `one of ${EFFORTS.join(', ')}`)),
  MODEL_MAX_OUTPUT_TOKENS: z._default(integer(16, 100_000), 1200),
});

/** The model that answers. */
export const model = z.pipe(
  MODEL,
  z.transform((settings) => {
    const { MODEL_REASONING_EFFORT: effort, MODEL_MAX_OUTPUT_TOKENS: maxOutputTokens } = settings;
    return {
      model: modelOf(settings),
      /** Request options for the model; the default effort is the lowest that it accepts. */
      asking: { ...(effort !== undefined && { effort }), maxOutputTokens },
    };
  }),
);

function modelOf(settings: z.output<typeof MODEL>): Model {
  const { AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_DEPLOYMENT, OPENAI_MODEL, MODEL_API } = settings;
  if (AZURE_OPENAI_ENDPOINT !== undefined) {
    if (AZURE_OPENAI_DEPLOYMENT === undefined) {
      throw invalidSetting('AZURE_OPENAI_DEPLOYMENT', 'AZURE_OPENAI_DEPLOYMENT must name a deployment.');
    }
    return {
      kind: 'azure-openai',
      api: MODEL_API ?? 'responses',
      endpoint: AZURE_OPENAI_ENDPOINT,
      deployment: AZURE_OPENAI_DEPLOYMENT,
    };
  }
  const server = openAiServer(settings);
  if (server !== undefined) {
    if (OPENAI_MODEL === undefined) throw invalidSetting('OPENAI_MODEL', 'OPENAI_MODEL must name a model.');
    return { kind: 'openai', api: MODEL_API ?? 'chat-completions', model: OPENAI_MODEL, ...server };
  }
  if (settings.cloud) {
    throw invalidSetting('AZURE_OPENAI_ENDPOINT', 'AZURE_OPENAI_ENDPOINT must be set in the cloud.');
  }
  return { kind: 'knowledge' };
}

/** The OpenAI-compatible server that is set: by its address, or by the key of OpenAI's own. */
export function openAiServer({
  OPENAI_BASE_URL: baseUrl,
  OPENAI_API_KEY: apiKey,
}: {
  OPENAI_BASE_URL?: string | undefined;
  OPENAI_API_KEY?: string | undefined;
}): { baseUrl: string; apiKey?: string } | undefined {
  if (baseUrl === undefined && apiKey === undefined) return undefined;
  return { baseUrl: baseUrl ?? 'https://api.openai.com/v1', ...(apiKey !== undefined && { apiKey }) };
}
