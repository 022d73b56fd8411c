import { useEffect, useState } from 'preact/hooks';
import { withTranslation, knownTranslation } from '../../../conversations/rules/translation.ts';
import type { TranslationReply } from '../../../desk/wire/agent.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { sentenceOf } from '../../ui/request.ts';
import { sessionPath } from '../state/conversations.ts';
import type { Desk } from '../state/desk.ts';
import { updateConversation, type Conversation } from '../state/state.ts';
import { isCaption } from '../../../conversations/rules/attachments.ts';
import type { Message } from '../../../conversations/records/message.ts';

export interface ThreadTranslationProps {
  desk: Desk;
  sessionId: string;
  conversation: Pick<Conversation, 'messages'>;
  /** The target language: an ISO 639 code. */
  language: string;
}

/** How many of the newest messages are translated automatically, and with each click. */
const STEP = 20;
const TIMEOUT_MS = 60_000;

/**
 * Translates the newest messages one after the other. Shows the number of remaining messages, and failures.
 */
export function ThreadTranslation({ desk, sessionId, conversation, language }: ThreadTranslationProps) {
  const { messages } = conversation;
  const [limit, setLimit] = useState(STEP);
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const missing = untranslatedMessages(messages, language);
  const firstSeq = messages.at(-limit)?.seq ?? 0;
  const next = missing.find(({ seq }) => seq >= firstSeq);
  const earlier = missing.length - missing.filter(({ seq }) => seq >= firstSeq).length;

  const translate = async (messageId: string) => {
    setAsking(true);
    try {
      const path = sessionPath(sessionId, `/messages/${messageId}/translation`);
      const { translation } = await desk.api.send<TranslationReply>(
        'POST',
        path,
        { language },
        { timeoutMs: TIMEOUT_MS },
      );
      updateConversation(desk.state, sessionId, (known) => ({
        ...known,
        messages: known.messages.map((message) =>
          message.id === messageId
            ? withTranslation(message, translation.language, translation.content ?? '')
            : message,
        ),
      }));
    } catch (thrown) {
      setProblem(`The messages are shown in the original. ${sentenceOf(thrown)}`);
    } finally {
      setAsking(false);
    }
  };
  useEffect(() => {
    if (next && problem === undefined && !asking) void translate(next.id);
  }, [next?.id, problem, asking, language]);
  useEffect(() => setProblem(undefined), [language]);

  if (problem !== undefined) {
    return <ErrorNotice isStrip sentence={problem} onRetry={() => setProblem(undefined)} />;
  }
  if (earlier === 0) return null;
  return (
    <p class="line info">
      <span>{plural(earlier, 'earlier message')} not translated</span>
      <Button class="link" onClick={() => setLimit(limit + STEP)}>
        Translate more
      </Button>
    </p>
  );
}

/** The messages without a translation into a language, newest first. Files and system messages need none. */
function untranslatedMessages(messages: readonly Message[], language: string): Message[] {
  return messages
    .filter((message) => message.role !== 'system' && !isCaption(message))
    .filter((message) => knownTranslation(message, language) === undefined)
    .toReversed();
}
