import { button, write } from '../dom.ts';
import type { Scene } from './scene.ts';

/** "New messages" over the thread, while the newest one is below what is visible of it. */
export const newMessages = (thread: HTMLElement): ((scene: Scene) => void) => {
  const pill = button('pill float', () => {
    thread.scrollTop = thread.scrollHeight;
  });
  /** Whether the newest message, or its beginning, is visible. */
  const isInView = () => {
    const newest = [...thread.querySelectorAll('article')].pop();
    return !newest || newest.offsetTop - thread.offsetTop - thread.scrollTop < thread.clientHeight;
  };
  pill.hidden = true;
  thread.after(pill);
  thread.addEventListener('scroll', () => {
    pill.hidden ||= isInView();
  });

  return ({ say }) => {
    write(pill, say('New messages'));
    // The first file scrolls after it has drawn.
    queueMicrotask(() => {
      pill.hidden = isInView();
    });
  };
};
