import { endpointPath, type Endpoint } from '../../../src/http/endpoint.ts';
import type { RunningService } from '../service/service.ts';

const SOME_ID = '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22';

/** The path of an endpoint, with an unknown id for each parameter. */
export function pathOf(endpoint: Pick<Endpoint, 'route'>): string {
  return endpointPath(endpoint).replaceAll(/\{\w+\}/g, SOME_ID);
}

/** Calls an endpoint with these headers. */
export async function call(
  service: RunningService,
  endpoint: Endpoint,
  headers: Record<string, string> = {},
  query = '',
): Promise<Response> {
  return await fetch(`${service.origin}${pathOf(endpoint)}${query}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    ...(endpoint.method !== 'GET' && { body: '{}' }),
  });
}
