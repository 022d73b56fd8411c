import type { HttpHandler } from '@azure/functions';
import type { Allowlist } from '../domain/origin.ts';
import type { HttpReply } from '../http/request.ts';
import type { Address } from './addresses.ts';
import type { Invocation } from './azure-answer.ts';
import type { Invocations } from './azure-invocations.ts';
import type { Exchange, Pairing } from './azure-pairing.ts';
import type { HostReports } from './azure-reports.ts';
import { fromIncoming } from './incoming.ts';
import { send } from './send.ts';
import { startFailureReply, type FailedRequest } from './start-failure.ts';

export interface HandlerOptions extends Invocations {
  calls: Pick<Pairing, 'exchange' | 'isOverdue'>;
  /** Loads the code that answers; a failure is not kept. */
  loadAnswer: () => Promise<(invocation: Invocation) => Promise<void>>;
  reports: HostReports;
  allowlist: () => Promise<Allowlist>;
}

/**
 * What the library gets as the answer: its own response was written already, to the worker's. A handler that
 * returns nothing, or throws, would be a failure to the library.
 */
const ANSWERED = {};

/**
 * The handlers of the HTTP functions, by their addresses. They never throw: the library would leave the
 * client waiting.
 */
export function httpHandlers({
  calls,
  takeReceived,
  loadAnswer,
  reports,
  allowlist,
}: HandlerOptions): (address: Address) => HttpHandler {
  return (address) => async (_request, context) => {
    const { invocationId } = context;
    const received = takeReceived(invocationId);
    const exchange = calls.exchange(invocationId);
    // Its client has gone.
    if (!exchange) return ANSWERED;
    if (calls.isOverdue(invocationId)) {
      exchange.outgoing.writeHead(500).end();
      return ANSWERED;
    }
    const request = fromIncoming(exchange.incoming);
    const respond = (reply: HttpReply) => write(reply, exchange);
    const failed = async (failure: FailedRequest) => {
      await reports.failed(failure, (line) => context.error(line));
      return await startFailureReply(failure, allowlist);
    };
    try {
      const answer = await loadAnswer();
      await answer({ address, invocationId, request, received, respond, failed });
    } catch (error) {
      // The code that answers could not be loaded; the next request tries again.
      await respond(await failed({ error, request, invocationId, endpoint: address.name }));
    }
    return ANSWERED;
  };
}

/** Writes a reply to the worker's own response. A failure after the first byte closes the connection. */
async function write(reply: HttpReply, { outgoing }: Exchange): Promise<void> {
  try {
    await send(reply, outgoing);
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}
