import { modelAnswerer, type ModelAnswererOptions } from '../../../src/adapters/model/model-answerer.ts';
import { openaiModel, type OpenAiModelOptions } from '../../../src/adapters/model/openai.ts';
import type { ModelApi } from '../../../src/spending/rules/models.ts';
import type { Answerer, LanguageModel, TelemetryEvent } from '../../../src/ports.ts';
import { startModelServer, type ModelServer, type ModelServerOptions } from '../../fakes/model-server.ts';
import { manualClock, type ManualClock } from '../../support/clocks/manual-clock.ts';
import { realRandom } from '../../support/ports/random.ts';
import { knowledgeIn } from './knowledge.ts';

/** An answerer on a scripted model, with time that a test moves. */
export interface ModelSetup {
  answerer: Answerer;
  languageModel: LanguageModel;
  server: ModelServer;
  clock: ManualClock;
  recorded: readonly TelemetryEvent[];
  close(): Promise<void>;
}

/** A current model, so that it is asked with all that is known of it. */
export const MODEL = 'gpt-5.6-luna';

type Options = Partial<Omit<ModelAnswererOptions, 'model'> & OpenAiModelOptions> &
  ModelServerOptions & { api?: ModelApi; model?: string; knowledgeDir?: string };

/**
 * Starts a scripted model and an answerer that asks it; without a knowledge folder, one with nothing in it.
 */
export async function startModel(options: Options = {}): Promise<ModelSetup> {
  const { behaves, api = 'responses', model = MODEL, knowledgeDir = '/nowhere/at/all', ...given } = options;
  const server = await startModelServer(behaves && { behaves });
  const clock = manualClock();
  const recorded: TelemetryEvent[] = [];
  const shared = { clock, telemetry: { record: (event: TelemetryEvent) => recorded.push(event) }, ...given };
  const languageModel = openaiModel({
    server: { kind: 'openai', api, baseUrl: server.url, model },
    maxOutputTokens: 1200,
    ...shared,
  });
  const answerer = modelAnswerer({
    model: languageModel,
    knowledge: knowledgeIn(knowledgeDir),
    random: realRandom,
    wholeKnowledgeTokens: 12_000,
    ...shared,
  });
  return { answerer, languageModel, server, clock, recorded, close: server.close };
}
