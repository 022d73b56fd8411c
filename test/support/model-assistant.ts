import { openaiAssistant, type OpenAiAssistantOptions } from '../../src/adapters/assistant/openai.ts';
import type { Assistant, TelemetryEvent } from '../../src/ports.ts';
import { startChatCompletionsServer, type ChatCompletionsServer } from '../fakes/chat-completions-server.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';
import { realRandom } from './real-random.ts';

/** The assistant on a scripted model, with time that a test moves. */
export interface ModelSetup {
  assistant: Assistant;
  server: ChatCompletionsServer;
  clock: ManualClock;
  recorded: readonly TelemetryEvent[];
  close(): Promise<void>;
}

/** Starts a scripted model and an assistant that asks it; without a knowledge folder, one with nothing in it. */
export async function startModel(options: Partial<OpenAiAssistantOptions> = {}): Promise<ModelSetup> {
  const server = await startChatCompletionsServer();
  const clock = manualClock();
  const recorded: TelemetryEvent[] = [];
  const assistant = openaiAssistant({
    server: { kind: 'openai', baseUrl: server.url, model: 'scripted' },
    knowledgeDir: '/nowhere/at/all',
    clock,
    random: realRandom,
    telemetry: { record: (event) => recorded.push(event) },
    ...options,
  });
  return { assistant, server, clock, recorded, close: server.close };
}
