import { attachmentTypeOf, type AttachmentType } from './attachment-types.ts';
import { byteCursor, type ByteCursor, type YieldToEventLoop } from './byte-cursor.ts';
import { TYPE_BYTES } from './file-types.ts';
import { imageSizeOf, type ImageSize } from './image-structure.ts';
import { otherFiles } from './images/other-files.ts';

/** The type of a file; for an image with its size in pixels. */
export type AttachmentContent = { type: AttachmentType } & Partial<ImageSize>;

/** Why a file is refused: its type, hidden data such as EXIF positions, or too many pixels. */
export type ContentRefusal = 'attachment-type-unsupported' | 'image-with-hidden-data' | 'image-too-large';

/**
 * Detects the type of a file by its content and checks that it may be sent, in one pass. `turn` yields to the
 * event loop.
 */
export async function contentOf(
  pieces: AsyncIterable<Uint8Array>,
  turn: YieldToEventLoop,
): Promise<{ content: AttachmentContent } | { refusal: ContentRefusal }> {
  const others = otherFiles();
  const cursor = byteCursor(others.watch(pieces), turn);
  try {
    const type = attachmentTypeOf(await cursor.peek(TYPE_BYTES));
    if (type === undefined) return { refusal: 'attachment-type-unsupported' };
    if (type === 'pdf') return { content: { type } };
    if (type === 'text') {
      return (await isText(cursor)) ? { content: { type } } : { refusal: 'attachment-type-unsupported' };
    }
    const size = await imageSizeOf(type, cursor);
    if (size === 'hidden' || others.areFound()) return { refusal: 'image-with-hidden-data' };
    return size === 'too-large' ? { refusal: 'image-too-large' } : { content: { type, ...size } };
  } finally {
    await cursor.close();
  }
}

/** Whether no byte is a control character except white space, form feed and escape. */
async function isText(cursor: ByteCursor): Promise<boolean> {
  for (let rest = await cursor.rest(); rest; rest = await cursor.rest()) {
    if (rest.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127)) {
      return false;
    }
  }
  return true;
}
