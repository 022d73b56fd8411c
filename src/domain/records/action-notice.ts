import * as z from 'zod/mini';
import { ACTION_OUTCOMES } from './action.ts';

/** That an action of an answer has begun or ended, as its visitor sees it: no data of it. */
export const ActionNotice = z.object({
  title: z.string(),
  /** The text while it runs, if the business has written one: `Looking up your order…`. */
  progress: z.exactOptional(z.string()),
  state: z.enum(['running', ...ACTION_OUTCOMES]),
});
export type ActionNotice = z.output<typeof ActionNotice>;

/** The action that an answer under way has called last, for visitors who poll. */
export const Acting = z.omit(ActionNotice, { state: true });
export type Acting = z.output<typeof Acting>;
