import type { IncomingMessage } from 'node:http';

/** A blob of the stand-in: committed, or with only staged blocks. */
export interface Blob {
  committed: { id: string; bytes: Buffer }[] | undefined;
  staged: Map<string, Buffer>;
  /** Another one with each write. */
  etag?: string;
  tags?: Map<string, string>;
}

/** Why a request is refused by its conditions, if it is (Blob service, Specifying conditional headers). */
export function unmet({ committed, etag }: Blob, { headers }: IncomingMessage): string | undefined {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (noneMatch === '*' && committed) return 'BlobAlreadyExists';
  if (match !== undefined && (!committed || (match !== '*' && match !== etag))) return 'ConditionNotMet';
  return noneMatch !== undefined && noneMatch === etag ? 'ConditionNotMet' : undefined;
}

export function contentOf({ committed = [] }: Blob): Buffer {
  return Buffer.concat(committed.map(({ bytes }) => bytes));
}

export function tagsOf({ tags = new Map<string, string>() }: Blob): Buffer {
  const all = Array.from(tags, ([key, value]) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`);
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?><Tags><TagSet>${all.join('')}</TagSet></Tags>`);
}

export function listOf({ committed = [], staged }: Blob): Buffer {
  const block = (id: string, bytes: Buffer) =>
    `<Block><Name>${id}</Name><Size>${bytes.length}</Size></Block>`;
  const blocks = [
    `<CommittedBlocks>${committed.map(({ id, bytes }) => block(id, bytes)).join('')}</CommittedBlocks>`,
    `<UncommittedBlocks>${Array.from(staged, ([id, bytes]) => block(id, bytes)).join('')}</UncommittedBlocks>`,
  ];
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks.join('')}</BlockList>`);
}
