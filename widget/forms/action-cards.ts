import type { PanelContext } from '../panel/context.ts';
import { h, write } from '../dom.ts';
import { list, loose, text } from '../model.ts';
import { actionForm } from './action-form.ts';
import { showIn } from './field.ts';
import { proposalCard } from './proposal-card.ts';

/** How long a page without the stream of an answer waits until it asks for its progress again. */
const POLL_MS = 3000;

/** Draws the parts of one article again. */
type Draw = () => void;

/**
 * The elements that actions add to the thread: cards of changes, buttons with forms, and the running action.
 * Each article gets its parts once; one that is drawn again by the thread is another element.
 */
export const actionCards = (context: PanelContext): Draw => {
  const { chat, show } = context;
  const { root } = context.place;
  const drawn = new WeakMap<Element, Draw[]>();
  /** The states of decided changes, by message. */
  const decided = new Map<string, string>();
  const progress = h('span', 'small progress');
  let timer = 0;
  progress.role = 'status';

  /** The running action: by the stream of the answer, or by the messages of the service. */
  const drawProgress = () => {
    const { answer, turns } = context.state;
    const isStreaming = turns.some(({ phase }) => phase === 'sending');
    const polled = text(loose(answer?.acting).progress);
    const dots = root.querySelector('.dots');
    // Without the dots, an answer that is streamed has begun.
    const now = dots ? text(answer?.progress) || polled : !isStreaming && polled;
    write(progress, now);
    if (dots && now) dots.append(progress);
    else showIn(context, progress, !!now);
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
    const { messages } = context.state;
    for (const message of messages) {
      const { proposal, offers } = message;
      const article = proposal || offers ? root.getElementById(message.id) : null;
      if (!article) continue;
      let parts = drawn.get(article);
      if (!parts) {
        parts = [
          ...(proposal ? [proposalCard(context, article, message.id, decided)] : []),
          ...list(offers).map((offer) => actionForm(context, article, loose(offer), decided)),
        ];
        drawn.set(article, parts);
        arrived = message === messages.at(-1) ? article : undefined;
      }
      for (const draw of parts) draw();
    }
    // The values of a change matter more than the beginning of the text above.
    const last = arrived?.lastElementChild;
    if (last) show(last, false, last.matches('.card') ? last : arrived);
    drawProgress();
  };
};
