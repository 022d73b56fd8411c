import { request } from 'node:https';
import { guardedConnection, type PublicNetwork } from '../public-network/network.ts';

/** The answer of a workflow. Its body is of no use, and is not read. */
export interface WorkflowAnswer {
  status: number;
  /** The header as it came. */
  retryAfter: string | undefined;
}

/**
 * Posts JSON to a workflow, over a separate guarded connection. Redirects are not followed: their status is
 * the answer.
 */
export async function postToWorkflow(
  url: URL,
  body: string,
  network: PublicNetwork,
  signal: AbortSignal,
): Promise<WorkflowAnswer> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<WorkflowAnswer>();
  const sent = request(
    url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      signal,
      ...guardedConnection(url, network),
    },
    (response) => {
      // A body that never ends, or breaks, is no concern of the sender.
      response.on('error', () => undefined);
      answered({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.destroy();
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}
