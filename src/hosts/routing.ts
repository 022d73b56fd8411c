import { addRoute, createRouter, findRoute } from 'rou3';
import { AppError } from '../domain/errors.ts';
import { commonHeaders, requestIdOf } from '../http/common-headers.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { endpointPath } from '../http/endpoint-path.ts';
import { errorReply } from '../http/errors.ts';
import type { HttpReply } from '../http/request.ts';
import type { IncomingRequest } from './incoming.ts';

/** What identifies an endpoint to a router. */
type Place = Pick<Endpoint, 'method' | 'route'>;

/** What a request is for. */
export interface Target<T> {
  place: T;
  /** The decoded values of the route's parameters. */
  params: Record<string, string>;
  /** It asks whether another site's page may call the endpoint (Fetch Standard, CORS-preflight request). */
  isPreflight: boolean;
}

/** Finds the endpoint of a request. */
export type Router<T> = (
  request: Pick<IncomingRequest, 'method' | 'path' | 'header'>,
) => Target<T> | undefined;

/** A router over endpoints; a literal segment goes before a parameter, in any order of the list. */
export function routerOf<T extends Place>(places: readonly T[]): Router<T> {
  const router = createRouter<T>();
  for (const place of places) {
    addRoute(router, place.method, endpointPath(place).replaceAll(/\{(\w+)\}/g, ':$1'), place);
  }
  return ({ method, path, header }) => {
    const isPreflight = method === 'OPTIONS';
    const asked = isPreflight ? (header('access-control-request-method') ?? 'POST') : method;
    const found = findRoute(router, asked, path);
    const params = decoded(found?.params);
    return found && params && { place: found.data, params, isPreflight };
  };
}

/** The reply where no endpoint has the address and the method. */
export function notFound(request: Pick<IncomingRequest, 'header'>, uuid: () => string): HttpReply {
  const { reply } = errorReply(new AppError('not-found'));
  return { ...reply, headers: { ...commonHeaders(requestIdOf(request, uuid)), ...reply.headers } };
}

/** Undefined where a parameter is not valid percent-encoding. */
function decoded(params: Record<string, string> | undefined): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(params ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
