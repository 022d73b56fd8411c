import { MAX_FILES_OF_MESSAGE } from '../../../domain/attachments.ts';
import type { Attachment } from '../../../domain/records/attachment.ts';
import { blockCount } from '../../../domain/uploads.ts';
import type { BegunAttachment, CompleteAttachment } from '../../../wire/attachments.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { fileQueue, type FileQueue } from '../../ui/uploads/file-queue.ts';
import type { Problem } from '../../ui/request.ts';
import {
  BLOCK_TIMEOUT_MS,
  sendInBlocks,
  sentName,
  type BlockUpload,
  type UploadOptions,
} from '../../ui/uploads/send-blocks.ts';
import { redrawn } from '../../../../widget/redrawn-image.ts';
import { sessionPath } from './conversations.ts';

/** The files that the agent is about to send, by conversation; they upload while another one is open. */
export interface DeskFiles {
  of(sessionId: string): FileQueue<Attachment>;
  /** Takes the files that are ready, for a message. */
  take(sessionId: string): Attachment[];
  /** Puts back the files of a message that is withdrawn. */
  restore(sessionId: string, attachments: readonly Attachment[]): void;
  /** The tickets with which a message holds files: each is valid for an hour, and a repeat gives another. */
  tickets(sessionId: string, attachments: readonly Attachment[]): Promise<string[]>;
}

const TOO_MANY = `A message can have up to ${MAX_FILES_OF_MESSAGE} files. Send this file with the next message.`;

export function deskFiles(api: Pick<AgentApi, 'get' | 'send'>): DeskFiles {
  const queues = new Map<string, FileQueue<Attachment>>();
  const pathOf = (sessionId: string, id: string) => sessionPath(sessionId, `/attachments/${id}`);

  async function complete(sessionId: string, id: string, signal?: AbortSignal): Promise<CompleteAttachment> {
    const options = { signal, timeoutMs: BLOCK_TIMEOUT_MS };
    return api.send<CompleteAttachment>('POST', pathOf(sessionId, id), {}, options);
  }

  async function upload(
    sessionId: string,
    file: File,
    options: Omit<UploadOptions, 'api'>,
  ): Promise<Attachment> {
    const { name, content } = await redrawn(file);
    const { signal } = options;
    const route = {
      path: (id: string) => pathOf(sessionId, id),
      async begin() {
        const body = { fileName: sentName(name), bytes: content.size };
        const path = sessionPath(sessionId, '/attachments');
        const { id, blockBytes } = await api.send<BegunAttachment>('POST', path, body, { signal });
        const missing = Array.from({ length: blockCount(content.size) }, (_, index) => index);
        return { id, blockBytes, missing, complete: false };
      },
      resume: (known: BlockUpload, { details }: Problem) =>
        Promise.resolve({ ...known, missing: details.missing ?? known.missing }),
      finish: async ({ id }: BlockUpload) => (await complete(sessionId, id, signal)).attachment,
    };
    return sendInBlocks<Attachment>(content, route, { ...options, api });
  }

  function of(sessionId: string): FileQueue<Attachment> {
    const queue =
      queues.get(sessionId) ??
      fileQueue<Attachment>({
        upload: (file, options) => upload(sessionId, file, options),
        remove: (id) => api.send('DELETE', pathOf(sessionId, id)),
        refusal: (taken) =>
          taken.filter(({ state }) => state.step !== 'failed').length < MAX_FILES_OF_MESSAGE
            ? undefined
            : TOO_MANY,
      });
    queues.set(sessionId, queue);
    return queue;
  }

  return {
    of,
    take(sessionId) {
      const { files, forget } = of(sessionId);
      const ready = files
        .get()
        .flatMap(({ key, state }) => (state.step === 'ready' ? [{ key, result: state.result }] : []))
        .slice(0, MAX_FILES_OF_MESSAGE);
      for (const { key } of ready) forget(key);
      return ready.map(({ result }) => result);
    },
    restore(sessionId, attachments) {
      of(sessionId).restore(attachments.map((result) => ({ ...result, result })));
    },
    tickets: (sessionId, attachments) =>
      Promise.all(attachments.map(async ({ id }) => (await complete(sessionId, id)).ticket)),
  };
}
