import { extras } from './extras.ts';
import { failureOf, lastSeq, unread, type State } from './state.ts';

/** Dispatches an event to the page. */
export type EmitEvent = <Name extends keyof ChatWidgetEvents>(
  event: Name,
  ...detail: undefined extends ChatWidgetEvents[Name] ? [] : [ChatWidgetEvents[Name]]
) => void;

/**
 * Dispatches events for the changes between two states (docs/embed.md, Calls), and plays the tone if enabled.
 */
export const announce = (next: State, previous: State, emit: EmitEvent): void => {
  const { agent, status } = next;
  const count = unread(next);
  const failure = failureOf(next);
  if (next.open !== previous.open) emit(next.open ? 'opened' : 'closed');
  for (const message of next.messages) {
    if (message.seq > Math.max(lastSeq(previous), previous.read)) {
      emit('message', { ...message });
      if (next.sound && message.role !== 'visitor') extras((it) => it.chime());
    }
  }
  if (status !== previous.status) {
    emit('session', { status });
    if (status === 'human_requested') emit('handoff');
  }
  if (agent && agent !== previous.agent) emit('agent-joined', { agent });
  if (count !== unread(previous)) emit('unread', { count });
  if (failure && !failureOf(previous)) emit('error', { message: failure });
};
