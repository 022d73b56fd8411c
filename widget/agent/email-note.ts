import type { PanelContext } from '../panel/context.ts';
import { h, write } from '../dom.ts';
import { loose } from '../model.ts';
import { showIn } from '../forms/field.ts';

/** A line at the end of the thread: the agent has begun to answer the message that was left by e-mail. */
export const emailNote = (context: PanelContext): (() => void) => {
  const { say } = context;
  const line = h('p', 'line');
  line.role = 'status';
  return () => {
    const { agent, leftMessage } = context.state;
    const isShown = !!agent && loose(leftMessage).byEmail === true;
    showIn(context, line, isShown);
    write(line, isShown && say('{} will answer by e-mail', agent));
  };
};
