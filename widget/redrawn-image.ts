/** The longest side of a sent image, in pixels. */
const LARGEST = 4096;

/** The size in pixels at which an image is drawn: reduced if a side exceeds `largest`. */
export function drawnSize(
  width: number,
  height: number,
  largest = LARGEST,
): { width: number; height: number } {
  const scale = Math.min(1, largest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The type in which an image is drawn; undefined for images that are sent unchanged. Drawing a GIF would
 * remove its animation.
 */
export function drawnType(type: string): 'image/jpeg' | 'image/png' | undefined {
  if (!type.startsWith('image/') || type === 'image/gif' || type === 'image/svg+xml') return undefined;
  return type === 'image/jpeg' ? type : 'image/png';
}

/** The name of a drawn image, with the extension of its type. */
export function drawnName(name: string, type: 'image/jpeg' | 'image/png'): string {
  if (type === 'image/jpeg' || /\.png$/i.test(name)) return name;
  return `${name.replace(/\.\w{1,5}$/, '')}.png`;
}

/**
 * Draws an image on a canvas, with sides of at most `largest` pixels. Undefined if the browser cannot read
 * it.
 */
export async function drawImage(file: File, largest = LARGEST): Promise<HTMLCanvasElement | undefined> {
  const image = await createImageBitmap(file).catch((cause: unknown) => {
    if (cause instanceof DOMException) return undefined;
    throw cause;
  });
  if (!image) return undefined;
  const size = drawnSize(image.width, image.height, largest);
  const canvas = Object.assign(document.createElement('canvas'), size);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas;
}

/** Redraws an image, which removes metadata such as its location. Other files stay unchanged. */
export async function redrawImage(file: File): Promise<{ name: string; content: Blob }> {
  const asItIs = { name: file.name, content: file };
  const type = drawnType(file.type);
  if (!type) return asItIs;
  const canvas = await drawImage(file);
  // The browser cannot read the image; the service decides.
  if (!canvas) return asItIs;
  const content = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9));
  return content ? { name: drawnName(file.name, type), content } : asItIs;
}
