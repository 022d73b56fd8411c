import type { PanelContext } from '../panel/context.ts';
import { write } from '../dom.ts';

/**
 * "Seen" instead of "Sent" under the visitor's own last message, once an agent has read it: by the desk's
 * signal, which is not stored, or by an agent's message after it.
 */
export const seenNote = (context: PanelContext): (() => void) => {
  const { say } = context;
  const { root } = context.place;
  /** The note that is always visible: the one of the last message. */
  let last: Element | undefined;
  return () => {
    const { state } = context;
    const answered = state.messages.findLast(({ role }) => role === 'agent')?.seq ?? 0;
    const own = state.messages.findLast(({ role }) => role === 'visitor');
    last?.classList.remove('seen');
    if (!own || own.seq > Math.max(state.agentRead ?? 0, answered)) return;
    const note = root.getElementById(own.id)?.querySelector('.meta > span');
    if (!note) return;
    last = note;
    note.classList.add('seen');
    write(note, say('Seen'));
  };
};
