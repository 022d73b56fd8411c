import { chat, show, state } from '../second-file/context.ts';
import { h, list, loose, text, write } from '../second-file/first-file-parts.ts';
import { SENDING } from '../state.ts';
import { actionForm } from './action-form.ts';
import { showIn } from './field.ts';
import { proposalCard } from './proposal-card.ts';

/** How long a page without the stream of an answer waits until it asks for its progress again. */
const POLL_MS = 3e3;

/** Draws the parts of one article again. */
type Draw = () => void;

/**
 * The elements that actions add to the thread: cards of changes, buttons with forms, and the running action.
 * Each article gets its parts once; one that is drawn again by the thread is another element.
 */
export const actionCards = (root: ShadowRoot): Draw => {
  const drawn = new WeakMap<Element, Draw[]>();
  /** The states of decided changes, by message. */
  const decided = new Map<string, string>();
  const progress = h('span', 'small progress');
  let timer = 0;
  progress.role = 'status';

  /** The running action: by the stream of the answer, or by the messages of the service. */
  const drawProgress = () => {
    const { answer, turns } = state;
    const isStreaming = turns.some(({ phase }) => phase === SENDING);
    const polled = text(loose(answer?.acting).progress);
    const dots = root.querySelector('.dots');
    // Without the dots, an answer that is streamed has begun.
    const now = dots ? text(answer?.progress) || polled : !isStreaming && polled;
    write(progress, now);
    if (dots && now) dots.append(progress);
    else showIn(progress, !!now);
    // The stream is read by another tab, or has broken off.
    if (polled && !isStreaming) {
      timer ||= window.setTimeout(() => {
        timer = 0;
        if (!document.hidden) chat.wake();
      }, POLL_MS);
    }
  };

  return () => {
    let arrived: Element | undefined;
    for (const message of state.messages) {
      const article = root.getElementById(message.id);
      const { proposal, offers } = message;
      if (!article || (!proposal && !offers)) continue;
      let parts = drawn.get(article);
      if (!parts) {
        parts = [
          ...(proposal ? [proposalCard(article, message.id, decided)] : []),
          ...list(offers).map((offer) => actionForm(article, loose(offer), decided)),
        ];
        drawn.set(article, parts);
        arrived = message === state.messages.at(-1) ? article : undefined;
      }
      for (const draw of parts) draw();
    }
    // The values of a change matter more than the beginning of the text above.
    const last = arrived?.lastElementChild;
    if (last) show(last, false, last.matches('.card') ? last : arrived);
    drawProgress();
  };
};
