import type OpenAI from 'openai';
import { eventData } from './event-data.ts';
import type { PromptMessage, Tool } from './prompt.ts';

/** Where the model is: Azure OpenAI with tokens of an identity, or any server that speaks chat completions. */
export type ModelServer =
  | { kind: 'azure-openai'; endpoint: string; deployment: string; token: () => Promise<string> }
  | { kind: 'openai'; baseUrl: string; model: string; apiKey?: string };

/** A model that can be asked. The SDK is loaded with the first question. */
export interface Connection {
  /** The one that is asked where no other is named. */
  readonly model: string;
  sdk(): Promise<typeof OpenAI>;
  /** Opens a streamed completion and reads the data of its events. Failures are those of the SDK or of the line. */
  open(
    question: { model: string; messages: PromptMessage[]; tool: Tool | undefined },
    signal: AbortSignal,
  ): Promise<AsyncIterable<readonly string[]>>;
}

/** A connection to a model. It never retries and keeps no time: the assistant does. */
export function connection(server: ModelServer): Connection {
  const model = server.kind === 'azure-openai' ? server.deployment : server.model;
  let loading: Promise<{ sdk: typeof OpenAI; client: OpenAI }> | undefined;
  const load = () => (loading ??= connect(server));

  return {
    model,
    sdk: async () => (await load()).sdk,
    async open({ model: asked, messages, tool }, signal) {
      const { client } = await load();
      // The SDK does not stop waiting for a token of the identity by itself.
      const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => giveUp(signal.reason), { once: true });
      const opening = client.chat.completions
        .create(
          {
            model: asked,
            messages,
            stream: true,
            stream_options: { include_usage: true },
            ...(tool && { tools: [tool] }),
          },
          { signal },
        )
        .asResponse();
      const response = await Promise.race([opening, givenUp]);
      return eventData(response.body ?? new ReadableStream());
    },
  };
}

async function connect(server: ModelServer): Promise<{ sdk: typeof OpenAI; client: OpenAI }> {
  const { OpenAI: sdk } = await import('openai');
  const address =
    server.kind === 'azure-openai'
      ? // The version 1 API of Azure OpenAI needs no api-version and takes the identity's tokens as bearer tokens.
        { baseURL: `${server.endpoint.replace(/\/+$/, '')}/openai/v1`, apiKey: server.token }
      : // Servers of one's own often need no key, but the SDK insists on one.
        { baseURL: server.baseUrl, apiKey: server.apiKey ?? 'none' };
  const client = new sdk({
    ...address,
    maxRetries: 0,
    // The SDK would write what a server sent into the log.
    logLevel: 'off',
    // These would be read from the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
  });
  return { sdk, client };
}
