import type { Random } from '../ports.ts';
import type { HttpRequest } from './request.ts';

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace id of the incoming `traceparent` (W3C Trace Context, §3.2), or a new one. */
export function requestIdOf(request: HttpRequest, random: Random): string {
  return TRACEPARENT.exec(request.header('traceparent') ?? '')?.[1] ?? random.uuid().replaceAll('-', '');
}
