import type { ActionEdit } from '../records/action.ts';
import type { OfferedAction } from '../../conversations/records/offered-action.ts';
import { changesSomething } from './action-rules.ts';
import { formOf } from './tool-schema.ts';

/** The maximum number of buttons under one answer. */
export const MAX_OFFERS = 3;

/** An action as a button with a form. */
export function offerOf(action: ActionEdit): OfferedAction {
  const { name, title } = action;
  return { name, title, changes: changesSomething(action), fields: formOf(action) };
}

/** The stems of the content words of a text. */
type Roots = readonly string[];

/**
 * Whether a question matches an example question of an action: it has all stems of the example, which has at
 * least two, or more than half of its stems are in the example.
 */
export function isOfferedFor(question: Roots, wanted: Roots): boolean {
  const hasAll = wanted.length > 0 && wanted.every((root) => question.includes(root));
  return hasAll && (wanted.length > 1 || wanted.length > question.length / 2);
}
