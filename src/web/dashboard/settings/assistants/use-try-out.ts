import { useRef, useState } from 'preact/hooks';
import type { TryReply } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { apiPath, sentenceOf } from '../../../ui/request.ts';
import type { MessageShown } from '../../../ui/timeline.ts';
import { assistantRequest, type AssistantDraft } from './assistant-edit.ts';

/** Time-out of a complete answer, in milliseconds. */
const TIMEOUT_MS = 90_000;
/** How many earlier messages are sent. */
const HISTORY = 40;

interface Turn {
  message: MessageShown;
  /** Of a quote: its passage, without the words around it. */
  passage?: string;
}

interface State {
  turns: readonly Turn[];
  asking?: boolean;
  problem?: string;
}

export function useTryOut(draft: AssistantDraft, id: string | undefined) {
  const [state, setState] = useState<State>({ turns: [] });
  /** The number of the conversation. Answers for an earlier one are dropped. */
  const conversation = useRef(0);

  const answer = async (turns: readonly Turn[]) => {
    const number = conversation.current;
    setState({ turns, asking: true });
    let next: State;
    try {
      const question = turns.at(-1)?.message.id;
      next = { turns: [...turns, ...turnsOf(await tryOut(draft, id, turns), question)] };
    } catch (thrown) {
      next = { turns, problem: sentenceOf(thrown) };
    }
    if (number === conversation.current) setState(next);
  };

  return {
    ...state,
    asking: state.asking ?? false,
    ask: (question: string) => answer([...state.turns, { message: messageOf('visitor', question) }]),
    /** Asks the last question again. */
    again: () => answer(state.turns),
    startOver() {
      conversation.current++;
      setState({ turns: [] });
    },
  };
}

function tryOut(draft: AssistantDraft, id: string | undefined, turns: readonly Turn[]): Promise<TryReply> {
  const history = turns
    .filter(({ message }) => message.role !== 'system')
    .slice(-HISTORY)
    .map(({ message: { role, content } }) => ({ role, content }));
  const request = { draft: assistantRequest(draft), history, ...(id !== undefined && { assistantId: id }) };
  return adminApi.send<TryReply>('POST', apiPath('assistants/try'), request, { timeoutMs: TIMEOUT_MS });
}

/** The messages that an answer adds. */
function turnsOf(
  { content, passage, sources, links, answered, requestsHuman }: TryReply,
  replyTo: string | undefined,
): Turn[] {
  const marks = {
    sources,
    ...(replyTo !== undefined && { replyTo }),
    ...(links && { links }),
    ...(!answered && { unanswered: true }),
  };
  const handedOver = messageOf('system', 'The conversation is handed off to an agent.');
  return [
    {
      message: { ...messageOf('assistant', content), ...marks },
      ...(passage !== undefined && { passage }),
    },
    ...(requestsHuman ? [{ message: handedOver }] : []),
  ];
}

/** A counter for message ids. */
let made = 0;

const messageOf = (role: MessageShown['role'], content: string): MessageShown => ({
  id: String(++made),
  seq: 1,
  role,
  content,
  createdAt: new Date().toISOString(),
});
