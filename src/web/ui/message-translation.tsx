import type { MessageShown } from './timeline.ts';
import { UntrustedText } from './untrusted-text.tsx';

interface MessageTranslationProps {
  message: Pick<MessageShown, 'original' | 'translations'>;
  /** The language that the reader has chosen (ISO 639). */
  language: string | undefined;
}

/** The other text of a message, as plain text: the agent's own words, or a translation for the reader. */
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
