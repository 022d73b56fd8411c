import { SendHorizontal } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../../../widget/input-method.ts';
import type { Original } from '../../../conversations/records/message.ts';
import { codePointLength } from '../../../lib/text.ts';
import { MAX_MESSAGE_LENGTH } from '../../../conversations/rules/session-messages.ts';
import type { TranslationReply } from '../../../desk/wire/agent.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { languageLabel, LANGUAGES } from '../../ui/languages.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { sessionPath } from '../state/conversations.ts';
import type { Desk } from '../state/desk.ts';

export interface ReplyTranslationProps {
  desk: Desk;
  sessionId: string;
  /** The agent's original text with its language. */
  original: Original;
  onSend: (content: string, original?: Original) => void;
  onClose: () => void;
}

const TIMEOUT_MS = 60_000;

/**
 * Shows a reply in the visitor's language before it is sent. The agent can edit it or send the original. A
 * reply in that language is sent immediately.
 */
export function ReplyTranslation({ desk, sessionId, original, onSend, onClose }: ReplyTranslationProps) {
  const [to, setTo] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { data, problem, retry } = useLoaded(async () => {
    const body = { content: original.content, from: original.language, ...(to !== undefined && { to }) };
    const path = sessionPath(sessionId, '/reply-translation');
    const { translation } = await desk.api.send<TranslationReply>('POST', path, body, {
      timeoutMs: TIMEOUT_MS,
    });
    return translation;
  }, to);
  const isSame = data?.content === null;
  const text = edited ?? data?.content ?? (isSame ? original.content : '');
  const isReady = text.trim() !== '' && codePointLength(text.trim()) <= MAX_MESSAGE_LENGTH;

  useEffect(() => {
    setEdited(undefined);
    // A target language that the agent has chosen is always shown.
    if (isSame && to === undefined) onSend(original.content);
    else if (data && to === undefined) field.current?.focus();
  }, [data]);

  const send = () => isReady && onSend(text.trim(), isSame ? undefined : original);
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey || event.target !== field.current) return;
    event.preventDefault();
    if (!event.repeat) send();
  };

  const language = to ?? data?.language;
  return (
    <div class="reply-translation" role="group" aria-label="Translated reply" onKeyDown={pressed}>
      <label class="translate-to">
        Translated into
        <select
          value={language ?? ''}
          onChange={({ currentTarget }) => setTo(currentTarget.value || undefined)}
        >
          {language === undefined && <option value="">…</option>}
          {[...new Set([...(language === undefined ? [] : [language]), ...LANGUAGES])].map((one) => (
            <option key={one} value={one}>
              {languageLabel(one)}
            </option>
          ))}
        </select>
      </label>
      <ErrorNotice isStrip sentence={problem} onRetry={retry} />
      {problem === undefined && (
        <textarea
          ref={field}
          rows={2}
          dir="auto"
          lang={language}
          aria-label="Translation"
          aria-busy={!data}
          readOnly={!data}
          placeholder={data ? undefined : 'Translating'}
          value={text}
          onInput={({ currentTarget }) => setEdited(currentTarget.value)}
        />
      )}
      <div class="actions">
        <Button onClick={onClose}>Edit reply</Button>
        <Button onClick={() => onSend(original.content)}>Send original</Button>
        <Button class="button primary" disabled={!isReady} onClick={send}>
          Send translation <Icon svg={SendHorizontal} size={16} />
        </Button>
      </div>
    </div>
  );
}
