import type { Endpoint } from '../../src/http/endpoint.ts';
import { actionKeys } from './action-keys.ts';
import { actions } from './actions.ts';
import { changeAction } from './change-action.ts';
import { createAction } from './create-action.ts';
import { readOpenApi } from './read-openapi.ts';
import { removeActionHeader } from './remove-action-header.ts';
import { removeAction } from './remove-action.ts';
import { setActionHeader } from './set-action-header.ts';
import { tryAction } from './try-action.ts';

/** Admin endpoints for assistants' actions, and the public keys of action tokens. */
export const actionRoutes: readonly Endpoint[] = [
  actions,
  createAction,
  changeAction,
  removeAction,
  setActionHeader,
  removeActionHeader,
  readOpenApi,
  tryAction,
  actionKeys,
];
