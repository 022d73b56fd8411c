import type { Lazy } from '../../lib/caching.ts';
import { announcesBody, MAX_BODY_BYTES } from '../../http/body.ts';
import { clientIp } from '../../http/client-ip.ts';
import { ownOrigin } from '../../http/cross-origin.ts';
import type { HttpReply } from '../../http/request.ts';
import { endpointFor, endpointsAt, paramsOf, type Address } from '../addresses.ts';
import { countedAddress, receivedForwardedFor, refuseHiddenAddress } from './forged-headers.ts';
import type { EarlyStart, RunningApp } from './running-app.ts';
import type { IncomingRequest } from '../incoming.ts';
import type { FailedRequest } from './failure-reply.ts';
import { notFound } from '../routing.ts';

/** One invocation of an HTTP function. */
export interface Invocation {
  /** The address of the function. */
  address: Address;
  invocationId: string;
  request: IncomingRequest;
  /** The request's headers in the platform's metadata. */
  received: ReadonlyMap<string, string> | undefined;
  /** Resolves when the whole reply is written or the client has disconnected. */
  respond(reply: HttpReply): Promise<void>;
  /** Counts a request whose client's address cannot be trusted. */
  addressNotTrusted(): Promise<void>;
  /** Reports a request that could not be answered, and returns the error reply. */
  failed(request: FailedRequest): Promise<HttpReply>;
}

/** The start of the app, and the early start of one group of endpoints. */
interface Starts<S> {
  runningApp: Lazy<RunningApp<S>>;
  early: EarlyStart | undefined;
}

/**
 * Answers invocations. If the first request is in the early group, the app starts after its reply (ADR 31).
 */
export function invocationReplies<S>({
  runningApp,
  early,
}: Starts<S>): (invocation: Invocation) => Promise<void> {
  let isPrepared = false;

  /** Starts connecting the components for later requests, once. */
  function prepareOnce(isEarly: boolean, notStarted: (error: unknown) => void): void {
    if (isPrepared) return;
    // Undefined if the start has failed: the reply contains the reason, and the next request tries again.
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
      // The functions host sends the received `Host` header in this one.
      serviceOrigin: ownOrigin(request.header('x-forwarded-host'), hosts),
      clientIp: countedAddress(caller, endpoint),
      check: () => refuseHiddenAddress(request, endpoint, caller),
    },
    services,
  );
}

/** The client's IP address; undefined if the platform's metadata cannot be trusted. */
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
