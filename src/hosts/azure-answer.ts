import type { Lazy } from '../domain/caching.ts';
import { announcesBody, MAX_BODY_BYTES } from '../http/body.ts';
import { clientIp } from '../http/client-ip.ts';
import { ownOrigin } from '../http/cross-origin.ts';
import { receivedForwardedFor } from '../http/received-headers.ts';
import type { HttpReply } from '../http/request.ts';
import { endpointFor, endpointsAt, paramsOf, type Address } from './addresses.ts';
import type { EarlyStart, RunningApp } from './azure.ts';
import type { IncomingRequest } from './incoming.ts';
import type { FailedRequest } from './failure-reply.ts';
import { notFound } from './routing.ts';

/** One invocation of an HTTP function. */
export interface Invocation {
  /** The address that the function answers. */
  address: Address;
  invocationId: string;
  request: IncomingRequest;
  /** The request's headers as the platform reports them. */
  received: ReadonlyMap<string, string> | undefined;
  /** Resolves when all of the reply is written or its client has gone. */
  respond(reply: HttpReply): Promise<void>;
  /** Counts a request whose client's address cannot be trusted. */
  addressNotTrusted(): Promise<void>;
  /** Reports that the request could not be answered, and makes the reply that says so. */
  failed(request: FailedRequest): Promise<HttpReply>;
}

/** How the product is started, and the group of endpoints that is answered before the rest has started. */
export interface Starts<S> {
  runningApp: Lazy<RunningApp<S>>;
  early: EarlyStart | undefined;
}

/** Answers invocations. If the first request is one of the early group, the rest starts after its reply. */
export function answering<S>({ runningApp, early }: Starts<S>): (invocation: Invocation) => Promise<void> {
  let isPrepared = false;

  /** Starts to connect what later requests need, once. */
  function prepareOnce(isEarly: boolean, notStarted: (error: unknown) => void): void {
    if (isPrepared) return;
    // Undefined if the start has failed: the reply has named the reason, and the next request starts again.
    const started = isEarly ? runningApp() : runningApp.existing();
    if (!started) return;
    isPrepared = true;
    started.then(
      ({ prepare }) => prepare?.(),
      (error: unknown) => {
        isPrepared = false;
        notStarted(error);
      },
    );
  }

  return async ({ address, invocationId, request, received, respond, addressNotTrusted, failed }) => {
    const isEarly = early !== undefined && address.group === early.group;
    const call = { address, addressNotTrusted, invocationId, request, received };
    const failedBy = (error: unknown) => failed({ error, request, invocationId, endpoint: address.name });
    const reply = await (isEarly ? replyTo(call, early.start) : replyTo(call, runningApp)).catch(failedBy);
    await respond(reply);
    prepareOnce(isEarly, (error) => void failedBy(error));
  };
}

/** A request at an address. */
type Call = Pick<Invocation, 'address' | 'addressNotTrusted' | 'invocationId' | 'received' | 'request'>;

async function replyTo<S>(
  { address, addressNotTrusted, invocationId, request, received }: Call,
  start: () => Promise<RunningApp<S>>,
): Promise<HttpReply> {
  const nothing = () => notFound(request, () => invocationId);
  const params = paramsOf(address, request.path);
  if (!params) return nothing();
  const { endpointsOf, services, trustedProxyHops, hosts } = await start();
  const endpoint = endpointFor(endpointsAt(address, await endpointsOf(address)), request);
  if (!endpoint) return nothing();
  if (request.method === 'OPTIONS' && endpoint.preflight) return endpoint.preflight(request, services);
  const limitBytes = endpoint.blockBytes ?? endpoint.bodyBytes ?? MAX_BODY_BYTES;
  const caller = await callerIp(request, limitBytes, received, trustedProxyHops);
  if (caller === undefined && trustedProxyHops > 0) await addressNotTrusted();
  return await endpoint.run(
    {
      ...request,
      params,
      // The functions host puts the `Host` header that it received here.
      serviceOrigin: ownOrigin(request.header('x-forwarded-host'), hosts),
      clientIp: caller,
    },
    services,
  );
}

/** The client's IP address where the platform's report of it can be trusted. */
async function callerIp(
  request: IncomingRequest,
  limitBytes: number,
  received: ReadonlyMap<string, string> | undefined,
  trustedProxyHops: number,
): Promise<string | undefined> {
  const body = announcesBody(request) ? await request.body(limitBytes) : new Uint8Array();
  const forwardedFor = receivedForwardedFor({ ...request, body, received });
  if (forwardedFor === undefined || trustedProxyHops === 0) return undefined;
  return clientIp(forwardedFor, trustedProxyHops, '');
}
