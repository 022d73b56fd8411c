import { state } from '../second-file/context.ts';
import { h, list, loose, text, write } from '../second-file/first-file-parts.ts';
import { actionForm } from './action-form.ts';
import { proposalCard } from './proposal-card.ts';

/** Draws the parts of one article again. */
type Draw = () => void;

/**
 * The elements that actions add to the thread: cards of changes, buttons with forms, and the running action.
 * Each article gets its parts once; one that is drawn again by the thread is another element.
 */
export const actionCards = (root: ShadowRoot): Draw => {
  const drawn = new WeakMap<Element, Draw[]>();
  const progress = h('span', 'small progress');
  progress.role = 'status';

  return () => {
    for (const message of state.messages) {
      const article = root.getElementById(message.id);
      const { proposal, offers } = message;
      if (!article || (!proposal && !offers)) continue;
      let parts = drawn.get(article);
      if (!parts) {
        parts = [
          ...(proposal ? [proposalCard(article, message.id)] : []),
          ...list(offers).map((offer) => actionForm(article, loose(offer))),
        ];
        drawn.set(article, parts);
      }
      for (const draw of parts) draw();
    }
    const dots = root.querySelector('.dots');
    const now = text(state.answer?.progress);
    write(progress, now);
    if (dots && now) dots.append(progress);
    else progress.remove();
  };
};
