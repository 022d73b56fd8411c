import { BLOCK_BYTES, blockCount } from '../../../src/platform/rules/uploads.ts';
import {
  AttachmentsReply,
  StartedAttachment,
  CompleteAttachment,
} from '../../../src/chat/wire/attachments.ts';
import type { RunningService } from '../../support/service/service.ts';

type Headers = Record<string, string>;

/** One side of a conversation that sends files: a visitor, or with a token an agent. */
export function attacher(service: RunningService, sessionId: string, agentToken?: string) {
  const headers: Headers = agentToken === undefined ? {} : { authorization: `Bearer ${agentToken}` };
  const base = agentToken === undefined ? '/api/attachments' : `/api/agent/sessions/${sessionId}/attachments`;
  const of = agentToken === undefined ? `?sessionId=${sessionId}` : '';

  const begin = (fileName: string, bytes: number) =>
    service.post(base, { fileName, bytes, ...(of !== '' && { sessionId }) }, headers);

  const putBlock = (id: string, index: number, block: Uint8Array) =>
    fetch(`${service.origin}${base}/${id}/blocks/${index}${of}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', ...headers },
      body: Buffer.from(block),
    });

  const complete = (id: string) => service.post(`${base}/${id}${of}`, {}, headers);

  /** Sends all blocks of a file; its id. */
  async function send(fileName: string, file: Uint8Array): Promise<string> {
    const { id } = StartedAttachment.parse(await (await begin(fileName, file.length)).json());
    for (let index = 0; index < blockCount(file.length); index++) {
      await putBlock(id, index, file.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES));
    }
    return id;
  }

  return {
    begin,
    putBlock,
    complete,
    send,
    remove: (id: string) => fetch(`${service.origin}${base}/${id}${of}`, { method: 'DELETE', headers }),
    /** A file that was sent and checked, with its ticket. */
    attach: async (fileName: string, file: Uint8Array) =>
      CompleteAttachment.parse(await (await complete(await send(fileName, file))).json()),
    list: async () =>
      AttachmentsReply.parse(await (await service.get(`${base}${of}`, headers)).json()).attachments,
  };
}
