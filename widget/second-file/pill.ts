import { say, thread } from './context.ts';
import { button, write } from './first-file-parts.ts';

/** A "New messages" button, shown while the newest message is below the visible part of the thread. */
export const newMessages = (): (() => void) => {
  const pill = button('pill float', () => {
    thread.scrollTop = thread.scrollHeight;
  });
  /** Whether the beginning of the newest message is visible. */
  const isInView = () => {
    const newest = [...thread.querySelectorAll('article')].pop();
    return !newest || newest.offsetTop - thread.offsetTop - thread.scrollTop < thread.clientHeight;
  };
  pill.hidden = true;
  thread.after(pill);
  thread.onscroll = () => {
    pill.hidden ||= isInView();
  };

  return () => {
    write(pill, say('New messages'));
    // The first file scrolls after rendering.
    queueMicrotask(() => {
      pill.hidden = isInView();
    });
  };
};
