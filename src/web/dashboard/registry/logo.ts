/** Maximum length of a data URL, in characters (src/wire/widgets.ts). */
const MOST = 32 * 1024;
/** Twice the largest size of a logo, for high-density screens. */
const SIDE_PX = 112;

/** Lossless first, then smaller and smaller. */
const ATTEMPTS = [
  ['image/png', 1],
  ['image/webp', 0.9],
  ['image/webp', 0.6],
  ['image/jpeg', 0.5],
] as const;

/** A picture as a data URL within the limit; undefined where the browser cannot decode it. */
export async function logoOf(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    if (cause instanceof DOMException) return undefined;
    throw cause;
  });
  if (!picture) return undefined;
  const scale = Math.min(1, SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return ATTEMPTS.map(([type, quality]) => canvas.toDataURL(type, quality)).find((url) => url.length <= MOST);
}
