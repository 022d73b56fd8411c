import type { State } from './state.ts';

/** Whether the visitor can send files now: a file belongs to a conversation that has begun. */
export const takesFiles = (state: State): boolean =>
  !!state.sessionId && state.status !== 'closed' && !!state.messages[0];
