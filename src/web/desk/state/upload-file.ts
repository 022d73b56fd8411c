import { attachmentTypeOf } from '../../../conversations/rules/attachment-types.ts';
import { MAX_ATTACHMENT_BYTES } from '../../../conversations/rules/attachments.ts';
import { type ErrorCode, SENTENCE_OF } from '../../../core/errors.ts';
import { TYPE_BYTES } from '../../../lib/file-types.ts';
import type { Attachment } from '../../../conversations/records/attachment.ts';
import { blockCount } from '../../../platform/rules/uploads.ts';
import { drawnType, redrawImage } from '../../../../widget/redrawn-image.ts';
import type { StartedAttachment } from '../../../chat/wire/attachments.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { Problem } from '../../ui/request.ts';
import {
  bytesOf,
  EMPTY_FILE,
  sendInBlocks,
  uploadName,
  type BlockUpload,
  type UploadOptions,
} from '../../ui/uploads/send-blocks.ts';

/** The API calls for files of one conversation. */
interface FileRoute {
  api: Pick<AgentApi, 'get' | 'send'>;
  /** The path of the conversation's files. */
  path: string;
  /** Joins the blocks of a file. */
  complete: (id: string, signal: AbortSignal) => Promise<Attachment>;
}

const problemFor = (code: ErrorCode) => new Problem(code, SENTENCE_OF[code]);

/** Rejects with a Problem if the service would refuse the type or size of the content. */
async function checkContent(content: Blob): Promise<void> {
  if (content.size === 0) throw EMPTY_FILE;
  const head = new Uint8Array(await bytesOf(content, 0, TYPE_BYTES));
  if (attachmentTypeOf(head) === undefined) throw problemFor('attachment-type-unsupported');
  if (content.size > MAX_ATTACHMENT_BYTES) throw problemFor('file-too-large');
}

/** Checks a selected file. Images that are reduced before sending are checked then. */
export const checkFile = (file: File): Promise<void> =>
  drawnType(file.type) ? Promise.resolve() : checkContent(file);

/** Uploads a file of a conversation in blocks. Rejects with a Problem, or with the signal's reason. */
export async function uploadFile(
  { api, path, complete }: FileRoute,
  file: File,
  options: Omit<UploadOptions, 'api'>,
): Promise<Attachment> {
  const { name, content } = await redrawImage(file);
  await checkContent(content);
  const { signal } = options;
  const route = {
    path: (id: string) => `${path}/${id}`,
    async begin() {
      const body = { fileName: uploadName(name), bytes: content.size };
      const { id, blockBytes } = await api.send<StartedAttachment>('POST', path, body, { signal });
      const missing = Array.from({ length: blockCount(content.size) }, (_, index) => index);
      return { id, blockBytes, missing, complete: false };
    },
    resume: (known: BlockUpload, { details }: Problem) =>
      Promise.resolve({ ...known, missing: details.missing ?? known.missing }),
    finish: ({ id }: BlockUpload) => complete(id, signal),
  };
  return sendInBlocks<Attachment>(content, route, { ...options, api });
}
