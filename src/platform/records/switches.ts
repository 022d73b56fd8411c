import * as z from 'zod/mini';

/** The switches that an admin sets for all visitors. */
export const Switches = z.object({
  /** Visitors' messages go to the team, and the assistant answers none. */
  assistantStopped: z.boolean(),
  /** Pages show no chat, and no conversation can be started. */
  chatOff: z.boolean(),
});
export type Switches = z.output<typeof Switches>;
