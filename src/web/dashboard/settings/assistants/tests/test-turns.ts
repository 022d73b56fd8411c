import { MAX_TEST_TURNS } from '../../../../../assistants/rules/assistants.ts';
import type { RecordedAnswer, TestTurn } from '../../../../../assistants/records/assistant-test.ts';
import type { MessageShown } from '../../../../ui/timeline.ts';

/**
 * The conversation up to the question that a message answers, in the form of a test. Agents' messages count
 * as the business's. Empty if there is no visitor message before it.
 */
export function turnsBefore(messages: readonly MessageShown[], answer: MessageShown): TestTurn[] {
  const at = messages.findIndex(({ id }) => id === answer.id);
  const before = messages.slice(0, at).filter(({ role }) => role !== 'system');
  const end = before.findLastIndex(({ role }) => role === 'visitor') + 1;
  return before
    .slice(Math.max(0, end - MAX_TEST_TURNS), end)
    .filter(({ content }) => content.trim() !== '')
    .map(({ role, content }) => ({ role: role === 'visitor' ? role : 'assistant', content }));
}

/**
 * The results of an answer's actions for a test. Conversations do not store action data, so the answer's text
 * is used.
 */
export function recordedAnswers({ basis, content }: MessageShown): RecordedAnswer[] {
  const answered = (basis?.actions ?? []).filter(({ outcome }) => outcome === 'answered');
  const names = new Set(answered.map(({ name }) => name));
  return Array.from(names, (action) => ({ action, answer: Array.from(content).slice(0, 4_000).join('') }));
}
