import type { Lazy } from '../domain/caching.ts';
import { errorReply } from '../http/errors.ts';
import { MAX_BODY_BYTES } from '../http/body.ts';
import { clientIp } from '../http/client-ip.ts';
import { ownOrigin } from '../http/cross-origin.ts';
import { receivedForwardedFor } from '../http/received-headers.ts';
import { isForPerson, type HttpReply } from '../http/request.ts';
import type { EarlyStart, EndpointDeclaration, Started } from './azure.ts';
import type { Exchange } from './azure-pairing.ts';
import { fromIncoming, type IncomingRequest } from './incoming.ts';
import { notFound, routerOf, type Target } from './routing.ts';
import { send } from './send.ts';

/** One invocation of an HTTP function. */
export interface Invocation {
  invocationId: string;
  exchange: Exchange;
  /** The request's headers as the platform reports them. */
  received: ReadonlyMap<string, string> | undefined;
}

/** How the product is started, and the group of endpoints that is answered before the rest has started. */
export interface Starts<S> {
  startOnce: Lazy<Started<S>>;
  early: EarlyStart | undefined;
}

/**
 * Answers invocations on the worker's own responses, each when all is written. It never throws: a failure
 * after the first byte closes the connection. Where the first request is one of the early group, the rest
 * starts after its reply.
 */
export function answering<S>(
  places: readonly EndpointDeclaration[],
  { startOnce, early }: Starts<S>,
): (invocation: Invocation) => Promise<void> {
  const route = routerOf(places);
  let isPrepared = false;

  /** Starts to connect what later requests need, once. */
  function prepareOnce(isEarly: boolean): void {
    if (isPrepared) return;
    // There is none where the start has failed: the reply has said why, and the next request starts again.
    const started = isEarly ? startOnce() : startOnce.existing();
    if (!started) return;
    isPrepared = true;
    started.then(
      ({ prepare }) => prepare?.(),
      () => {
        isPrepared = false;
      },
    );
  }

  return async ({ invocationId, exchange, received }) => {
    const { outgoing } = exchange;
    const request = fromIncoming(exchange.incoming);
    const target = route(request);
    try {
      if (!target) {
        await send(
          notFound(request, () => invocationId),
          outgoing,
        );
        return;
      }
      const isEarly = early !== undefined && target.place.group === early.group;
      const call = { ...target, invocationId, request, received };
      const reply = await (isEarly ? replyTo(call, early.start) : replyTo(call, startOnce)).catch(
        (error: unknown) => notStarted(target.place, error, request),
      );
      await send(reply, outgoing);
      prepareOnce(isEarly);
    } catch (error) {
      outgoing.destroy(error instanceof Error ? error : undefined);
    }
  };
}

/** A request for an endpoint. */
interface Call extends Target<EndpointDeclaration>, Pick<Invocation, 'invocationId' | 'received'> {
  request: IncomingRequest;
}

async function replyTo<S>(
  { place, params, isPreflight, invocationId, request, received }: Call,
  start: () => Promise<Started<S>>,
): Promise<HttpReply> {
  const { endpointsOf, services, trustedProxyHops, hosts } = await start();
  const endpoint = (await endpointsOf(place)).find(({ name }) => name === place.name);
  const nothing = () => notFound(request, () => invocationId);
  if (!endpoint) return nothing();
  if (isPreflight) return endpoint.preflight?.(request, services) ?? nothing();
  return await endpoint.run(
    {
      ...request,
      params,
      // The functions host puts the `Host` header that it received here.
      serviceOrigin: ownOrigin(request.header('x-forwarded-host'), hosts),
      clientIp: await callerIp(request, endpoint.blockBytes, received, trustedProxyHops),
    },
    services,
  );
}

/** The client's IP address where the platform's report of it can be trusted. */
async function callerIp(
  request: IncomingRequest,
  blockBytes: number | undefined,
  received: ReadonlyMap<string, string> | undefined,
  trustedProxyHops: number,
): Promise<string | undefined> {
  const hasBody = Number(request.header('content-length') ?? 0) > 0 || request.header('transfer-encoding');
  const body = hasBody ? await request.body(blockBytes ?? MAX_BODY_BYTES) : new Uint8Array();
  const forwardedFor = receivedForwardedFor({ ...request, body, received });
  if (forwardedFor === undefined || trustedProxyHops === 0) return undefined;
  return clientIp(forwardedFor, trustedProxyHops, '');
}

/** The error in the form for its caller: a page for a browser, but health is for programs. */
async function notStarted(
  { name }: EndpointDeclaration,
  error: unknown,
  request: IncomingRequest,
): Promise<HttpReply> {
  const isHealth = name === 'health';
  if (!isHealth && isForPerson(request)) {
    const { startErrorPage } = await import('../http/error-page.ts');
    return startErrorPage(error);
  }
  const { reply } = errorReply(error);
  if (!isHealth || typeof reply.body !== 'string') return reply;
  return { ...reply, body: JSON.stringify({ ok: false, ...JSON.parse(reply.body) }) };
}
