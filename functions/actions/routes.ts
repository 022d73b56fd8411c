import type { Endpoint } from '../../src/http/endpoint.ts';
import { actionKeys } from './action-keys.ts';
import { actionEndpoints } from './actions.ts';
import { readOpenApi } from './read-openapi.ts';
import { actionHeaderEndpoints } from './action-headers.ts';

/** Admin endpoints for assistants' actions, and the public keys of action tokens. */
export const actionRoutes: readonly Endpoint[] = [
  ...actionEndpoints,
  ...actionHeaderEndpoints,
  readOpenApi,
  actionKeys,
];
