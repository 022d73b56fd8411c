import { state } from './context.ts';

/** Whether the visitor can send files now: a file belongs to a conversation that has begun. */
export const takesFiles = (): boolean =>
  !!state.sessionId && state.status !== 'closed' && !!state.messages[0];
