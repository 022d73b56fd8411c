import { request } from 'node:https';
import { guardedConnection, type PublicNetwork } from '../public-network/network.ts';

/** The response of a workflow. Its body is not read. */
interface WorkflowAnswer {
  status: number;
  /** The header's value, unparsed. */
  retryAfter: string | undefined;
}

/**
 * Posts JSON to a workflow over a guarded connection. Redirects are not followed; the caller gets their
 * status.
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
      // Errors of the body are ignored, because it is not read.
      response.on('error', () => undefined);
      answered({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      response.destroy();
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}
