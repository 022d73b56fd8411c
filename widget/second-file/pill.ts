import { say, thread } from './context.ts';
import { button, write } from './first-file-parts.ts';

/** "New messages" over the thread, while the newest one is below what is visible of it. */
export const newMessages = (): (() => void) => {
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
  thread.onscroll = () => {
    pill.hidden ||= isInView();
  };

  return () => {
    write(pill, say('New messages'));
    // The first file scrolls after it has drawn.
    queueMicrotask(() => {
      pill.hidden = isInView();
    });
  };
};
