import type { PanelContext } from './context.ts';
import { h, write } from '../dom.ts';
import { text } from '../model.ts';

/**
 * A closed conversation that the visitor's next message continues: the composer stays, with a note. If an
 * agent or another tab has continued it, that conversation is shown.
 */
export const continueNote = (context: PanelContext): (() => void) => {
  const { chat, input, say, place } = context;
  const note = h('p', 'small');
  note.role = 'status';
  input.parentElement?.before(note);
  return () => {
    const { status, answer, read } = context.state;
    const isClosed = status === 'closed';
    const continuedBy = isClosed && text(answer?.continuedBy);
    const next = isClosed && !!text(answer?.continueAs);
    write(note, next && say('Your next message continues it.'));
    place.panel.classList.toggle('continues', next);
    if (continuedBy) chat.resume({ sessionId: continuedBy, status: 'open', read });
  };
};
