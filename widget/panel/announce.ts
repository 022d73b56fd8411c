import type { EmitEvent } from '../stub/page-api.ts';
import { failureOf, lastSeq, unread, type State } from './state.ts';

/**
 * Dispatches events for the changes between two states (docs/embed.md, Calls), and plays the tone for new
 * messages if it is on. Opening and closing are announced by the script of the page.
 */
export const announce = (
  next: State,
  previous: State,
  { emit, chime }: { emit: EmitEvent; chime: () => void },
): void => {
  const { agent, status } = next;
  const count = unread(next);
  const failure = failureOf(next);
  for (const message of next.messages) {
    if (message.seq > Math.max(lastSeq(previous), previous.read)) {
      emit('message', { ...message });
      if (next.sound && message.role !== 'visitor') chime();
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
