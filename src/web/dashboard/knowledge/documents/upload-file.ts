import { documentNameOf } from '../../../../platform/rules/document-names.ts';
import type { DocumentReply } from '../../../../assistants/wire/assistants.ts';
import type { UploadReply } from '../../../../platform/wire/uploads.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { apiPath, Problem } from '../../../ui/request.ts';
import { BLOCK_TIMEOUT_MS } from '../../../ui/uploads/block-timeout.ts';
import { bytesOf, sendInBlocks, uploadName, type UploadOptions } from '../../../ui/uploads/send-blocks.ts';

/** The result of reading a file: the text for the assistant, and the request to save it. */
export interface ReadFile {
  document: DocumentReply['document'];
  content: { uploadId: string } | { markdown: string };
}

/** Time-out for reading a file, in milliseconds, including files that are read before it. */
const READ_TIMEOUT_MS = 120_000;
/** The file names of text files, which can be saved without file storage. */
const TEXT_NAME = /\.(?:md|markdown|txt)$/i;
const MAX_TEXT_BYTES = 50_000;

const pathOf = (id: string) => apiPath(`uploads/${id}`);

/** Uploads a file in blocks and has it read. Rejects with a Problem, or with the signal's reason. */
export async function uploadFile(file: File, options: UploadOptions): Promise<ReadFile> {
  const { api, signal } = options;
  try {
    return await sendInBlocks<ReadFile>(
      file,
      {
        path: pathOf,
        async begin() {
          const body = { purpose: 'knowledge', fileName: uploadName(file.name), bytes: file.size };
          return (await api.send<UploadReply>('POST', apiPath('uploads'), body, { signal })).upload;
        },
        resume: async ({ id }) => (await api.get<UploadReply>(pathOf(id), { signal })).upload,
        async finish({ id, complete }) {
          const joining = { signal, timeoutMs: BLOCK_TIMEOUT_MS };
          if (!complete) await api.send('POST', pathOf(id), {}, joining);
          const reading = { signal, timeoutMs: READ_TIMEOUT_MS };
          const { document } = await api.send<DocumentReply>('POST', `${pathOf(id)}/preview`, {}, reading);
          return { document, content: { uploadId: id } };
        },
      },
      options,
    );
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.code === 'uploads-not-configured') return asText(file, thrown);
    throw thrown;
  }
}

/** Without file storage a short text is sent with its document. Throws `refusal` for other files. */
async function asText(file: File, refusal: Problem): Promise<ReadFile> {
  if (!TEXT_NAME.test(file.name) || file.size > MAX_TEXT_BYTES) throw refusal;
  const { decodeFile: decodedFile } = await lazyPart(() => import('./decoded-file.ts'));
  const markdown = decodedFile(await bytesOf(file, 0, file.size));
  return { document: { name: documentNameOf(file.name), markdown, sections: [] }, content: { markdown } };
}
