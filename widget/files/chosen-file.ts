import { attachmentTypeOf } from '../../src/conversations/rules/attachment-types.ts';
import { MAX_ATTACHMENT_BYTES } from '../../src/conversations/rules/attachments.ts';
import { TYPE_BYTES } from '../../src/lib/file-types.ts';
import { drawImage, drawnType, redrawImage } from '../redrawn-image.ts';

/** The largest side of a preview, in pixels: twice as large as it is shown, for dense screens. */
const PREVIEW = 80;

/** Why a file is not sent. `unsent` can be tried again; the others cannot. */
export type Fault = 'unsent' | 'empty' | 'large' | 'type' | 'full';

/** A file as it is sent. */
export interface Content {
  name: string;
  content: Blob;
  /** Found before it is sent. */
  fault?: Fault | undefined;
}

const faultOf = async (content: Blob): Promise<Fault | undefined> => {
  if (!content.size) return 'empty';
  if (content.size > MAX_ATTACHMENT_BYTES) return 'large';
  try {
    const head = await content.slice(0, TYPE_BYTES).arrayBuffer();
    return attachmentTypeOf(new Uint8Array(head)) ? undefined : 'type';
  } catch {
    // A folder, or a file that was moved since: there is nothing to send.
    return 'type';
  }
};

/** Draws an image again, and checks a file by the rules of the service, which checks it again. */
export const contentOf = async (file: File): Promise<Content> => {
  const its = await redrawImage(file);
  return { ...its, fault: await faultOf(its.content) };
};

/** An image, small; undefined for any other file. A canvas needs no permission of the page's policy. */
export const previewOf = async (file: File): Promise<HTMLCanvasElement | undefined> =>
  drawnType(file.type) || file.type === 'image/gif' ? await drawImage(file, PREVIEW) : undefined;
