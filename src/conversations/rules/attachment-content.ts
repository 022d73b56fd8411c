import { attachmentTypeOf, type AttachmentType } from './attachment-types.ts';
import { isDecodedInSize } from './decoded-size.ts';

/** The type of a file; for an image with its size in pixels. */
type AttachmentContent = { type: AttachmentType } & Partial<ImageSize>;

/** In pixels. */
interface ImageSize {
  width: number;
  height: number;
}

/** Why a file is refused: its type, an image without a readable size, or too many pixels. */
type ContentRefusal = 'attachment-type-unsupported' | 'image-damaged' | 'image-too-large';

/** A browser needs four bytes per pixel: 160 MB. */
const MAX_PIXELS = 40_000_000;

/** The bytes in which an image must have its size. A JPEG can have previews and metadata before it. */
const HEAD_BYTES = 1024 * 1024;

/** Detects the type of a file by its content, and checks that it may be sent. */
export async function contentOf(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ content: AttachmentContent } | { refusal: ContentRefusal }> {
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let isText = true;
  for await (const piece of pieces) {
    isText &&= !piece.some(isControl);
    if (headBytes < HEAD_BYTES) head.push(piece);
    headBytes += piece.length;
    if (headBytes >= HEAD_BYTES && !isText) break;
  }
  const start = Buffer.concat(head).subarray(0, HEAD_BYTES);
  const type = attachmentTypeOf(start);
  if (type === undefined || (type === 'text' && !isText)) return { refusal: 'attachment-type-unsupported' };
  return type === 'pdf' || type === 'text' ? { content: { type } } : await imageContent(type, start);
}

/** White space, form feed and escape are allowed in a text. */
const isControl = (byte: number): boolean =>
  byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127;

async function imageContent(
  type: AttachmentType,
  start: Uint8Array,
): Promise<{ content: AttachmentContent } | { refusal: ContentRefusal }> {
  const { imageDimensionsFromData } = await import('image-dimensions');
  const image = imageDimensionsFromData(start);
  if (image?.type !== type || image.width < 1 || image.height < 1) return { refusal: 'image-damaged' };
  if (!isDecodedInSize(type, start)) return { refusal: 'image-damaged' };
  const { width, height } = image;
  return width * height > MAX_PIXELS ? { refusal: 'image-too-large' } : { content: { type, width, height } };
}
