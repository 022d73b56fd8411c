import * as z from 'zod/mini';
import { ACTION_OUTCOMES } from './tried-action.ts';

/** The start or the end of an action in an answer, shown to the visitor; without its data. */
export const ActionNotice = z.object({
  title: z.string(),
  /** The text while it runs, if the business has written one: `Looking up your order…`. */
  progress: z.exactOptional(z.string()),
  state: z.enum(['running', ...ACTION_OUTCOMES]),
});
export type ActionNotice = z.output<typeof ActionNotice>;

/** The latest action of an answer in progress, for visitors who poll. */
export const Acting = z.omit(ActionNotice, { state: true });
export type Acting = z.output<typeof Acting>;
