import { MAX_FILES_OF_MESSAGE } from '../../../conversations/rules/attachments.ts';
import type { Attachment } from '../../../conversations/records/attachment.ts';
import type { CompleteAttachment } from '../../../chat/wire/attachments.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { BLOCK_TIMEOUT_MS } from '../../ui/uploads/block-timeout.ts';
import { fileQueue, type FileQueue } from '../../ui/uploads/file-queue.ts';
import { sessionPath } from './conversations.ts';

const TOO_MANY = `A message can have up to ${MAX_FILES_OF_MESSAGE} files. Send this file with the next message.`;

const uploadPart = () => lazyPart(() => import('../app/on-demand.ts'));

/** Files for the next reply, by conversation. Uploads continue while another conversation is open. */
export function deskFiles(api: Pick<AgentApi, 'get' | 'send'>) {
  const queues = new Map<string, FileQueue<Attachment>>();
  /** The local files of sent attachments, in case they are put back. */
  const sent = new WeakMap<Attachment, File>();
  const pathOf = (sessionId: string, id: string) => sessionPath(sessionId, `/attachments/${id}`);

  async function complete(sessionId: string, id: string, signal?: AbortSignal): Promise<CompleteAttachment> {
    const options = { signal, timeoutMs: BLOCK_TIMEOUT_MS };
    return api.send<CompleteAttachment>('POST', pathOf(sessionId, id), {}, options);
  }

  function of(sessionId: string): FileQueue<Attachment> {
    const route = {
      api,
      path: sessionPath(sessionId, '/attachments'),
      complete: async (id: string, signal: AbortSignal) => (await complete(sessionId, id, signal)).attachment,
    };
    const queue =
      queues.get(sessionId) ??
      fileQueue<Attachment>({
        check: async (file) => (await uploadPart()).checkFile(file),
        upload: async (file, options) => (await uploadPart()).uploadFile(route, file, options),
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
    /** Removes the uploaded files from the queue and returns them. */
    take(sessionId: string) {
      const { files, forget } = of(sessionId);
      const ready = files
        .get()
        .flatMap(({ key, file, state }) =>
          state.step === 'ready' ? [{ key, file, result: state.result }] : [],
        )
        .slice(0, MAX_FILES_OF_MESSAGE);
      for (const { key, file, result } of ready) {
        if (file) sent.set(result, file);
        forget(key);
      }
      return ready.map(({ result }) => result);
    },
    /** Puts the files of a withdrawn message back. */
    restore(sessionId: string, attachments: readonly Attachment[]) {
      const ready = attachments.map((result) => {
        const file = sent.get(result);
        return { ...result, ...(file && { file }), result };
      });
      of(sessionId).restore(ready);
    },
    /** Upload tickets for a message. Each is valid for an hour; a repeated call returns new ones. */
    tickets: (sessionId: string, attachments: readonly Attachment[]) =>
      Promise.all(attachments.map(async ({ id }) => (await complete(sessionId, id)).ticket)),
  };
}

export type DeskFiles = ReturnType<typeof deskFiles>;
