import type { ActionEdit } from '../records/action.ts';
import type { OfferedAction } from '../records/offered-action.ts';
import { changesSomething } from './action-rules.ts';
import { formOf } from './tool-schema.ts';

/** The most buttons under one answer. */
export const MAX_OFFERS = 3;

/** An action as a button with a form. */
export function offered(action: ActionEdit): OfferedAction {
  const { name, title } = action;
  return { name, title, changes: changesSomething(action), fields: formOf(action) };
}

/** The roots of the content words of a text. */
type Roots = readonly string[];

/**
 * Whether a question asks for the same as one that an action is offered for. It must have all roots of that
 * one, which are at least two, or more than half of its roots must be in that one.
 */
export function isOfferedFor(question: Roots, wanted: Roots): boolean {
  const hasAll = wanted.length > 0 && wanted.every((root) => question.includes(root));
  return hasAll && (wanted.length > 1 || wanted.length > question.length / 2);
}
