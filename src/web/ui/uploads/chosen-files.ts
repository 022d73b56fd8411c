import type { TargetedDragEvent } from 'preact';
import { useState } from 'preact/hooks';

/** Returns the selected files and resets the input, so that the same files can be selected again. */
export function takeFiles(input: HTMLInputElement): File[] {
  const chosen = Array.from(input.files ?? []);
  input.value = '';
  return chosen;
}

/** Event handlers for dropping files on an element; empty without `onFiles`. */
export function useFileDrop(onFiles: ((files: Iterable<File>) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  if (!onFiles) return { isOver: false, onDrop: {} };
  return {
    isOver,
    onDrop: {
      onDragOver(event: DragEvent) {
        // Dragged text is handled by the text field.
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: TargetedDragEvent<HTMLElement>) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        const files = event.dataTransfer?.files;
        if (!files?.length) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}
