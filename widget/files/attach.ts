import type { PanelContext } from '../panel/context.ts';
import type { FilesPart } from '../panel/loaded-part.ts';
import { button, h, icon, write } from '../dom.ts';
import { takesFiles } from '../panel/takes-files.ts';

const CLIP = 'm21 11-9 9a6 6 0 0 1-8-8l9-9a4 4 0 0 1 5 5l-8 9a2 2 0 0 1-3-3l8-8';

/**
 * The button that attaches files, and the files that are pasted into the composer or dropped on the panel.
 * They are passed to the tray, whose module is loaded with the first of them.
 */
export const attachButton = (context: PanelContext, files: FilesPart): (() => void) => {
  const { config, input, say } = context;
  const { panel } = context.place;
  if (!config.files) return () => {};
  const picker = h('input');
  const attach = button(
    '',
    () => {
      // A browser opens the picker during the click only, so the picker does not wait for the module.
      load();
      picker.click();
    },
    icon(CLIP),
  );
  /** Files that wait for the module. */
  const waiting: File[] = [];
  const retry = button('', () => void pass());
  const failure = h('p', 'small', retry);

  const load = () => void files.use(() => {});
  const pass = async () => {
    const isLoaded = await files.use((it) => it.add(waiting.splice(0)));
    write(retry, !isLoaded && say('This could not be loaded. Try again.'));
  };
  const take = (event: Event, chosen?: FileList | null) => {
    if (!takesFiles(context.state) || !chosen?.length) return;
    event.preventDefault();
    waiting.push(...chosen);
    void pass();
  };
  /** Files that are dragged; text that is dragged belongs to the composer. */
  const dragged = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');

  picker.type = 'file';
  picker.multiple = true;
  picker.accept = 'image/png,image/jpeg,image/webp,image/gif,.pdf,text/*';
  picker.onchange = (event) => {
    take(event, picker.files);
    picker.value = '';
  };
  failure.role = 'alert';
  input.before(attach);
  input.parentElement?.before(failure);
  input.onpaste = (event) => {
    // A spreadsheet adds a picture of its cells.
    if (!event.clipboardData?.types.includes('text/plain')) take(event, event.clipboardData?.files);
  };
  panel.ondragenter = (event) => {
    if (dragged(event) && takesFiles(context.state)) load();
  };
  panel.ondragover = (event) => {
    if (!dragged(event)) return;
    // Without this, the browser leaves the page for a file that is dropped.
    event.preventDefault();
    if (event.dataTransfer && !takesFiles(context.state)) event.dataTransfer.dropEffect = 'none';
  };
  panel.ondrop = (event) => take(event, event.dataTransfer?.files);

  return () => {
    attach.title = say('Attach a file');
    attach.hidden = !takesFiles(context.state);
  };
};
