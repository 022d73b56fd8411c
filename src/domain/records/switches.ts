import * as z from 'zod/mini';

/** What an admin has switched off for all visitors. */
export const Switches = z.object({
  /** Visitors' messages go to the team, and the assistant answers none. */
  assistantStopped: z.boolean(),
});
export type Switches = z.output<typeof Switches>;
