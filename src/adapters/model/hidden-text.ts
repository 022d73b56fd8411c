const TAG = /<(\/?)(think|thinking|tool_call)>/;
/** A possible start of a tag at the end of the text. */
const UNFINISHED = /<\/?[a-z_]{0,9}$/;

const TEMPLATE = 'template';

/**
 * Removes hidden output from streamed text: `<think>…</think>` and textual `<tool_call>` blocks, which
 * servers without a reasoning parser pass on (Ollama, llama.cpp). With `startsHidden` the chat template opens
 * the block, so that the reply only closes it. If the reply never closes it, the whole text is shown at the
 * end.
 */
export function visibleText(startsHidden: boolean) {
  /** Text that is not classified yet. */
  let waiting = '';
  let shown = '';
  /** The open block; `template` if the chat template opened it. */
  let open: string | undefined = startsHidden ? TEMPLATE : undefined;
  let closedUnopened = false;

  /** Processes the text up to the next tag; false if there is no tag. */
  function takeTag(): boolean {
    const tag = TAG.exec(waiting);
    if (!tag) return false;
    const [written, slash, name = ''] = tag;
    const before = waiting.slice(0, tag.index);
    waiting = waiting.slice(tag.index + written.length);
    const isOpen = open !== undefined && open !== TEMPLATE;
    if (slash === '' && !isOpen) {
      shown += before;
      open = name;
    } else if (slash !== '' && open === undefined) {
      closedUnopened = true;
      shown = '';
    } else if (slash !== '' && (open === TEMPLATE || open === name)) {
      closedUnopened ||= open === TEMPLATE;
      open = undefined;
    }
    return true;
  }

  return {
    /** Returns the text that can be shown. An incomplete tag at the end is held back. */
    push(piece: string): string {
      if (open === undefined && waiting === '' && !piece.includes('<')) return piece;
      waiting += piece;
      shown = '';
      while (takeTag());
      if (open === TEMPLATE) return '';
      const held = UNFINISHED.exec(waiting)?.[0] ?? '';
      if (open === undefined) shown += waiting.slice(0, waiting.length - held.length);
      waiting = held;
      return shown;
    },
    /** Returns the text that was held back. */
    end(): string {
      const rest = open === undefined || open === TEMPLATE ? waiting : '';
      waiting = '';
      return rest;
    },
    /** Whether the reply closed a block that it did not open. The text before it was hidden then. */
    closedUnopened: (): boolean => closedUnopened,
  };
}
