import { captionOf } from '../conversations/rules/attachments.ts';
import type { MessageDraft } from '../conversations/records/message.ts';
import type { Attachments } from './attachments.ts';
import type { FileOwner } from './conversation-files.ts';

/** The text and the files of a message; without a text, the names of the files are its text. */
export async function filesOfMessage(
  attachments: Pick<Attachments, 'redeem'>,
  owner: FileOwner,
  words: string | undefined,
  tickets: readonly string[] | undefined,
): Promise<Pick<MessageDraft, 'content' | 'attachments'>> {
  if (tickets === undefined) return { content: words ?? '' };
  const files = await attachments.redeem(owner, tickets);
  return { content: words ?? captionOf(files), attachments: files };
}
