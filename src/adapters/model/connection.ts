import type OpenAI from 'openai';
import type { ModelApi } from '../../spending/rules/models.ts';
import { isFields, jsonIn } from './fields.ts';

/** A model on Azure OpenAI, with tokens of the managed identity, or on a compatible server. */
export type NamedModel =
  | { kind: 'azure-openai'; endpoint: string; deployment: string; token: () => Promise<string> }
  | { kind: 'openai'; baseUrl: string; model: string; apiKey?: string };

/** The server for answers, with the API that it supports. */
export type ModelServer = { api: ModelApi } & NamedModel;

/** The SDK and its client. */
export interface Connection {
  sdk: typeof OpenAI;
  client: OpenAI;
}

/**
 * Creates a client for a server. The SDK is loaded with the first question. Its retries and time-outs are
 * off, because the adapter has its own.
 */
export async function connect(server: NamedModel): Promise<Connection> {
  const { OpenAI: sdk } = await import('openai');
  const address =
    server.kind === 'azure-openai'
      ? // Version 1 of the API needs no api-version and accepts the identity's tokens as bearer tokens.
        { baseURL: `${server.endpoint.replace(/(?<!\/)\/+$/, '')}/openai/v1`, apiKey: server.token }
      : // Self-hosted servers often need no key, but the SDK requires one.
        { baseURL: server.baseUrl, apiKey: server.apiKey ?? 'none' };
  const client = new sdk({
    ...address,
    maxRetries: 0,
    // A proxy that compresses a streamed answer could buffer it.
    defaultHeaders: { 'accept-encoding': 'identity' },
    // Redirects are not followed, so that the token is not sent to another address.
    fetch: (url, init) => withError(fetch(url, { ...init, redirect: 'manual' })),
    // The SDK would log content from the server.
    logLevel: 'off',
    // Without these the SDK reads them from the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
  });
  return { sdk, client };
}

/**
 * Adds the `error` wrapper that the SDK expects to error responses. Servers of open models send the fields
 * without it.
 */
async function withError(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (response.ok) return response;
  const text = await response.text();
  const { status, headers } = response;
  const body = jsonIn(text);
  const known = isFields(body) && !('error' in body) ? JSON.stringify({ error: body }) : text;
  return new Response(known, { status, headers });
}
