import { useEffect, useState } from 'preact/hooks';
import { drawn } from '../../../widget/redrawn-image.ts';

/**
 * An image of this computer, drawn no larger than a side in pixels; undefined until it is, and for any other
 * file. On a canvas, since the page's policy allows no addresses of such files.
 */
export function useDrawnImage(file: File | undefined, largest: number): HTMLCanvasElement | undefined {
  const [image, setImage] = useState<HTMLCanvasElement>();
  useEffect(() => {
    setImage(undefined);
    if (!file?.type.startsWith('image/')) return undefined;
    let isOver = false;
    void drawn(file, largest).then((canvas) => !isOver && setImage(canvas));
    return () => {
      isOver = true;
    };
  }, [file, largest]);
  return image;
}

/** Puts a drawn image into an element that has no other content. */
export const imageContent = (image: HTMLCanvasElement | undefined) => (element: HTMLElement | null) => {
  if (element && image && element.firstChild !== image) element.replaceChildren(image);
};
