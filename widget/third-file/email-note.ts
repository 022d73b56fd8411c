import { say, state } from '../second-file/context.ts';
import { h, loose, write } from '../second-file/first-file-parts.ts';
import { showIn } from './field.ts';

/** A line at the end of the thread: the agent has begun to answer the message that was left by e-mail. */
export const emailNote = (): (() => void) => {
  const line = h('p', 'line');
  line.role = 'status';
  return () => {
    const { agent, leftMessage } = state;
    const isShown = !!agent && loose(leftMessage).byEmail === true;
    showIn(line, isShown);
    write(line, isShown && say('{} will answer by e-mail', agent));
  };
};
