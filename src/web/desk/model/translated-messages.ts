import { isCaption } from '../../../domain/attachments.ts';
import type { Message } from '../../../domain/records/message.ts';
import { knownTranslation } from '../../../domain/translation.ts';

/** The messages without a translation into a language, newest first. Files and system messages need none. */
export function untranslatedMessages(messages: readonly Message[], language: string): Message[] {
  return messages
    .filter((message) => message.role !== 'system' && !isCaption(message))
    .filter((message) => knownTranslation(message, language) === undefined)
    .toReversed();
}
