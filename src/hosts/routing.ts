import { addRoute, createRouter, findRoute } from 'rou3';
import { AppError } from '../core/errors.ts';
import { commonHeaders, requestIdOf } from '../http/common-headers.ts';
import { errorReply } from '../http/errors.ts';
import type { HttpReply } from '../http/request.ts';
import type { Address } from './addresses.ts';
import type { IncomingRequest } from './incoming.ts';

/**
 * The router of the local host, with the rules of the platform's router: case and a trailing slash are
 * ignored, and literal segments precede parameters.
 */
export function routerOf<A extends Pick<Address, 'route' | 'methods'>>(
  addresses: readonly A[],
): (request: Pick<IncomingRequest, 'method' | 'path'>) => A | undefined {
  const router = createRouter<A>();
  for (const address of addresses) {
    const path = `/${address.route.replace(/^\//, '')}`.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const method of address.methods) addRoute(router, method, path, address);
  }
  return ({ method, path }) => findRoute(router, method, path.toLowerCase())?.data;
}

/** The reply if no endpoint matches the path and the method. */
export function notFound(request: Pick<IncomingRequest, 'header'>, uuid: () => string): HttpReply {
  const { reply } = errorReply(new AppError('not-found'));
  return { ...reply, headers: { ...commonHeaders(requestIdOf(request, uuid)), ...reply.headers } };
}
