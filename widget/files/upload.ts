import type { Api, Reply } from '../api.ts';
import { text } from '../model.ts';
import type { Content, Fault } from './chosen-file.ts';

/** The length of a block, in bytes; the last one is shorter. */
const BLOCK = 2 ** 19;
/** Tries of one block. */
const TRIES = 3;

/** How far a file has come, so that the next try continues there. */
export interface Progress {
  sessionId: string;
  /** The service's id of the file; empty before it has one. */
  id: string;
  /** The number of bytes that the service has. */
  bytes: number;
}

/** A ticket, or a fault; neither once the file is no longer wanted. */
interface Outcome {
  ticket?: unknown;
  fault?: Fault;
}

/** Why the service has not taken a file. */
const faultOf = (status: number): Fault => {
  if (status === 413) return 'large';
  // Of another type, or an image with more than a picture.
  if (status === 415 || status === 422) return 'type';
  return status === 409 ? 'full' : 'unsent';
};

const isDone = ({ status }: Reply) => status > 199 && status < 300;

/** Uploads a file in blocks, until `isOver`. */
export const upload = async (
  call: Api,
  { name, content }: Content,
  progress: Progress,
  { isOver, onProgress }: { isOver: () => boolean; onProgress: () => void },
): Promise<Outcome> => {
  const { sessionId } = progress;
  const put = async (path: string, body: object, tries = 1): Promise<Reply> => {
    const reply = await call(path, body);
    return isDone(reply) || tries < 2 || isOver() ? reply : put(path, body, tries - 1);
  };
  /** The file is not there any more, or was refused: the next try begins it again. */
  const fail = ({ status }: Reply): Outcome => {
    if (status > 399 && status < 500 && status !== 429) Object.assign(progress, { id: '', bytes: 0 });
    return isOver() ? {} : { fault: faultOf(status) };
  };

  if (!progress.id) {
    const begun = await put('attachments', { fileName: name, bytes: content.size, sessionId });
    if (!isDone(begun)) return fail(begun);
    progress.id = text(begun.body.id);
  }
  const path = `attachments/${progress.id}`;
  const of = `?sessionId=${sessionId}`;
  while (progress.bytes < content.size) {
    if (isOver()) return {};
    const { bytes } = progress;
    const block = content.slice(bytes, bytes + BLOCK);
    const sent = await put(`${path}/blocks/${bytes / BLOCK}${of}`, block, TRIES);
    if (!isDone(sent)) return fail(sent);
    progress.bytes += block.size;
    onProgress();
  }
  if (isOver()) return {};
  const complete = await put(path + of, {});
  return isDone(complete) ? { ticket: complete.body.ticket } : fail(complete);
};
