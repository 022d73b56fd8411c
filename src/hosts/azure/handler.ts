import type {
  HttpHandler,
  HttpRequest as LibraryRequest,
  HttpResponseInit,
  InvocationContext,
} from '@azure/functions';
import type { Allowlist } from '../../conversations/rules/origin.ts';
import type { HttpReply } from '../../http/request.ts';
import type { Address } from '../addresses.ts';
import type { Invocation } from './invocation-replies.ts';
import { ANSWERED, type Invocations } from './invocations.ts';
import { headersInMetadata, headersOnWire, readLibraryRequest } from './library-request.ts';
import { toLibraryResponse } from './library-response.ts';
import { isPlaceholder, type Exchange, type Pairing } from './pairing.ts';
import { hostEvents, type HostTelemetry } from './host-events.ts';
import { fromIncoming, type IncomingRequest } from '../incoming.ts';
import { sendReply } from '../send-reply.ts';
import { failureReply, type FailedRequest } from './failure-reply.ts';

interface HandlerOptions extends Pick<Invocations, 'takeReceived'> {
  calls: Pick<Pairing, 'exchange' | 'isOverdue' | 'fallbackCause'>;
  /** Loads the code that answers; a failure is not cached. */
  loadReplies: () => Promise<(invocation: Invocation) => Promise<void>>;
  /** Telemetry, once it is open. */
  telemetry: () => Promise<HostTelemetry | undefined>;
  allowlist: () => Promise<Allowlist>;
}

/**
 * The handlers of the HTTP functions. If the library has a placeholder of the exchange, they write to the
 * worker's response, otherwise they return a reply to the library (ADR 42). They never throw, because the
 * library would then leave the client waiting.
 */
export function httpHandlers(options: HandlerOptions): (address: Address) => HttpHandler {
  const { calls, takeReceived, loadReplies, telemetry, allowlist } = options;
  const events = hostEvents(telemetry);

  /** Answers an invocation, also if the answering code cannot be loaded. */
  async function replyTo(
    context: InvocationContext,
    parts: Pick<Invocation, 'address' | 'request' | 'received' | 'respond'>,
  ): Promise<void> {
    const { invocationId } = context;
    const failed = async (failure: FailedRequest) => {
      await events.failed(failure, (line) => context.error(line));
      return await failureReply(failure, allowlist);
    };
    try {
      const replyLoaded = await loadReplies();
      const { addressNotTrusted } = events;
      await replyLoaded({ invocationId, ...parts, addressNotTrusted, failed });
    } catch (error) {
      // The next request tries again.
      const { request, address } = parts;
      await parts.respond(await failed({ error, request, invocationId, endpoint: address.name }));
    }
  }

  /** Answers an invocation whose real request is passed to the library. */
  async function replyByLibrary(
    library: LibraryRequest,
    context: InvocationContext,
    { address, exchange }: { address: Address; exchange: Exchange | undefined },
  ): Promise<HttpResponseInit> {
    const { invocationId } = context;
    const endpoint = address.name;
    const received = takeReceived(invocationId) ?? new Map(library.headers);
    let response: HttpResponseInit = {};
    const brokenOff = (error: unknown) => {
      exchange?.outgoing.destroy();
      void events.failed({ error, request: noHeaders(library), invocationId, endpoint }, () => undefined);
    };
    const respond = (reply: HttpReply) => {
      response = toLibraryResponse(reply, { method: library.method, brokenOff });
      return Promise.resolve();
    };
    try {
      const read = await readLibraryRequest(library);
      const header = exchange ? headersOnWire(exchange) : headersInMetadata(read, received);
      await replyTo(context, { address, request: { ...read.request, header }, received, respond });
    } catch (error) {
      // The headers cannot be trusted, so they are not read.
      const failure = { error, request: noHeaders(library), invocationId, endpoint };
      await respond(await failureReply(failure, allowlist));
    }
    await events.recordFallback(calls.fallbackCause());
    return response;
  }

  return (address) => async (library, context) => {
    const { invocationId } = context;
    const exchange = calls.exchange(invocationId);
    const isOverdue = calls.isOverdue(invocationId);
    if (!isPlaceholder(library.url)) {
      return isOverdue ? { status: 500 } : await replyByLibrary(library, context, { address, exchange });
    }
    const received = takeReceived(invocationId);
    if (isOverdue) exchange?.outgoing.writeHead(500).end();
    else if (exchange) {
      const respond = (reply: HttpReply) => write(reply, exchange);
      await replyTo(context, { address, request: fromIncoming(exchange.incoming), received, respond });
    }
    // Without an exchange, the client has disconnected.
    return ANSWERED;
  };
}

function noHeaders({ method }: LibraryRequest): Pick<IncomingRequest, 'header' | 'method'> {
  return { method, header: () => undefined };
}

/** Writes a reply to the worker's response. A failure after the first byte closes the connection. */
async function write(reply: HttpReply, { outgoing }: Exchange): Promise<void> {
  try {
    await sendReply(reply, outgoing);
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}
