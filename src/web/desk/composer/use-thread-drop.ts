import { useEffect, useState } from 'preact/hooks';
import { useStable } from '../../ui/memo.ts';

/**
 * Accepts files that are dropped on the open conversation. With a `refusal` they are ignored, and the browser
 * does not open them. Returns whether files are dragged over it.
 */
export function useThreadDrop(refusal: string | undefined, onFiles: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false);
  const over = useStable((event: DragEvent) => {
    // Dragged text is handled by the text field.
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    dataTransfer.dropEffect = refusal === undefined ? 'copy' : 'none';
    setOver(true);
  });
  const drop = useStable((event: DragEvent) => {
    setOver(false);
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    if (refusal === undefined) onFiles(files);
  });
  useEffect(() => {
    const pane = document.querySelector<HTMLElement>('.pane.conversation');
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && pane?.contains(relatedTarget))) setOver(false);
    };
    pane?.addEventListener('dragover', over);
    pane?.addEventListener('dragleave', leave);
    pane?.addEventListener('drop', drop);
    return () => {
      pane?.removeEventListener('dragover', over);
      pane?.removeEventListener('dragleave', leave);
      pane?.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
