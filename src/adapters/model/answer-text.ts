import type { OnText } from '../../ports.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
import { citations } from './citations.ts';
import { visibleText } from './hidden-text.ts';

/**
 * The text of an answer over all of its rounds, pushed to `onText` as it arrives. Citation numbers refer to
 * `sections`.
 */
export function answerText(sections: readonly Section[], onText: OnText) {
  const cited = citations(sections);
  let shown = '';
  let isTakenBack = false;
  let hasSpoken = false;

  function show(piece: string): void {
    if (piece === '') return;
    shown += piece;
    onText(piece);
  }

  return {
    cited,
    /** The text so far, without retracted parts. */
    shown: (): string => shown,
    /** Whether a part was retracted, so that `shown` replaces the pushed text. */
    isTakenBack: (): boolean => isTakenBack,
    /** Whether the model has written a word in the current round. */
    hasSpoken: (): boolean => hasSpoken,
    /** Adds a default text in a new paragraph. */
    add(text: string): void {
      show(shown === '' ? text : `\n\n${text}`);
    },
    /** Starts the text of a round. `startsHidden`: see `visibleText`. */
    startRound(startsHidden: boolean) {
      const visible = visibleText(startsHidden);
      const shownBefore = shown;
      const forgetCited = cited.savepoint();
      let text = '';
      let isRetracted = false;
      hasSpoken = false;

      /** Leading white space is dropped, and a text of white space counts as empty. */
      function take(piece: string): void {
        if (text !== '') {
          text += piece;
          show(cited.push(piece));
          return;
        }
        text = piece.trimStart();
        if (text === '') return;
        hasSpoken = true;
        show(breakAfter(shown.slice(-2)));
        show(cited.push(text));
      }

      /** Discards the text of this round, which was not meant for the visitor. */
      function retract(): void {
        forgetCited();
        text = '';
        shown = shownBefore;
        isRetracted = true;
        isTakenBack = true;
      }

      return {
        /**
         * Takes a chunk. Returns whether the model has begun: with a word, a tool call (an empty chunk), or
         * hidden text, in which it thinks.
         */
        push(chunk: string): boolean {
          const piece = visible.push(chunk);
          if (visible.closedUnopened() && !startsHidden && !isRetracted) retract();
          take(piece);
          return hasSpoken || piece === '';
        },
        /** Shows the text that was held back, and returns the whole text of the round. */
        end(): string {
          take(visible.end());
          show(cited.end());
          return text;
        },
        /** Whether the round closed a hidden block that it did not open. */
        closedUnopened: visible.closedUnopened,
      };
    },
  };
}

export type AnswerText = ReturnType<typeof answerText>;

/** The separator between the texts of two rounds: a paragraph break after a sentence, otherwise a space. */
function breakAfter(end: string): string {
  if (end === '' || end.endsWith('\n\n')) return '';
  if (/[.!?…:。！？：。؟\])]\s?$/u.test(end)) return '\n\n';
  return /\s$/.test(end) ? '' : ' ';
}
