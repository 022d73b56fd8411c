import type { PanelContext } from '../panel/context.ts';
import { h, write } from '../dom.ts';
import { takesFiles } from '../panel/takes-files.ts';

/** Shows over the panel that files can be dropped, while they are dragged over it. */
export const dropTarget = (context: PanelContext) => {
  const { say } = context;
  const { panel } = context.place;
  const words = h('h2');
  const target = h('div', 'target', words);
  const show = (isOver: boolean) => {
    target.hidden = !isOver;
  };

  show(false);
  panel.append(target);
  panel.addEventListener('dragover', ({ dataTransfer }) => {
    show(takesFiles(context.state) && !!dataTransfer?.types.includes('Files'));
  });
  panel.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) show(false);
  });
  panel.addEventListener('drop', () => show(false));

  return { draw: () => write(words, say('Drop files here')) };
};
