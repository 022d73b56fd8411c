import type { MessageShown } from './timeline.ts';
import { UntrustedText } from './untrusted-text.tsx';

interface MessageTranslationProps {
  message: Pick<MessageShown, 'original' | 'translations'>;
  /** The reader's language (ISO 639); undefined if no translation is shown. */
  language: string | undefined;
}

/** The second text of a message, as plain text: the agent's original, or a translation for the reader. */
export function MessageTranslation({ message, language = '' }: MessageTranslationProps) {
  const { original, translations } = message;
  const text = original?.content ?? translations?.[language] ?? '';
  if (text === '') return null;
  return (
    <div class="translation">
      <div class="label">{original ? 'Original' : 'Translation'}</div>
      <div dir="auto" lang={original?.language ?? language}>
        <UntrustedText text={text} />
      </div>
    </div>
  );
}
