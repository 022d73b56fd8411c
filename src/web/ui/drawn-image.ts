import { useEffect, useState } from 'preact/hooks';
import { drawImage } from '../../../widget/redrawn-image.ts';

/**
 * Draws a local image file on a canvas, with sides of at most `largest` pixels. Undefined until it is drawn,
 * and for files that are not images. A canvas is used because the page's policy does not allow blob URLs.
 */
export function useDrawnImage(file: File | undefined, largest: number): HTMLCanvasElement | undefined {
  const [image, setImage] = useState<HTMLCanvasElement>();
  useEffect(() => {
    setImage(undefined);
    if (!file?.type.startsWith('image/')) return undefined;
    let isOver = false;
    void drawImage(file, largest).then((canvas) => !isOver && setImage(canvas));
    return () => {
      isOver = true;
    };
  }, [file, largest]);
  return image;
}

/** A ref callback that puts the image into an otherwise empty element. */
export const imageContent = (image: HTMLCanvasElement | undefined) => (element: HTMLElement | null) => {
  if (element && image && element.firstChild !== image) element.replaceChildren(image);
};
