import type { Message } from '../../conversations/records/message.ts';

/**
 * The visitor's latest words before the messages of an e-mail; undefined if they are not among the newest
 * ones. A chosen suggestion, such as “Talk to a person”, is quoted only if there is nothing else.
 */
export function quotedQuestion(recent: readonly Message[], [first]: readonly Message[]): string | undefined {
  if (!first) return undefined;
  const said = recent.filter(({ role, seq }) => role === 'visitor' && seq < first.seq);
  const isChosen = ({ content, seq }: Message): boolean =>
    recent
      .findLast((message) => message.role === 'assistant' && message.seq < seq)
      ?.suggestions?.includes(content) === true;
  return (said.findLast((message) => !isChosen(message)) ?? said.at(-1))?.content;
}
