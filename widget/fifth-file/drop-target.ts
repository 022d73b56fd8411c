import { panel, say } from '../second-file/context.ts';
import { h, write } from '../second-file/first-file-parts.ts';
import { takesFiles } from '../second-file/takes-files.ts';

/** Shows over the panel that files can be dropped, while they are dragged over it. */
export const dropTarget = () => {
  const words = h('h2');
  const target = h('div', 'target', words);
  const show = (isOver: boolean) => {
    target.hidden = !isOver;
  };

  show(false);
  panel.append(target);
  panel.addEventListener('dragover', ({ dataTransfer }) => {
    show(takesFiles() && !!dataTransfer?.types.includes('Files'));
  });
  panel.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) show(false);
  });
  panel.addEventListener('drop', () => show(false));

  return { draw: () => write(words, say('Drop files here')) };
};
