/**
 * Removes from streamed text what models write to themselves: `<think>…</think>` and textual `<tool_call>`
 * blocks, as servers without a reasoning parser pass them on (Ollama, llama.cpp).
 */
export interface VisibleText {
  /** The text that can be shown now. An incomplete tag at the end is held back. */
  push(piece: string): string;
  /** The text that was held back. */
  end(): string;
  /** The reply closed a block that it did not open: all its text before was not for the visitor. */
  closedUnopened(): boolean;
}

const TAG = /<(\/?)(think|thinking|tool_call)>/;
/** The longest incomplete tag at the end of a text. */
const UNFINISHED = /<\/?[a-z_]{0,9}$/;

const TEMPLATE = 'template';

/**
 * `startsHidden`: the chat template opens the block, so that the reply only closes it. If it never does, the
 * whole text is shown at its end.
 */
export function visibleText(startsHidden: boolean): VisibleText {
  /** Text that is not decided yet. */
  let waiting = '';
  let shown = '';
  /** The block that is open; `template`: the one that the chat template has opened. */
  let open: string | undefined = startsHidden ? TEMPLATE : undefined;
  let closedUnopened = false;

  /** Decides on the text up to the next tag; false without a tag. */
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
    push(piece) {
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
    end() {
      const rest = open === undefined || open === TEMPLATE ? waiting : '';
      waiting = '';
      return rest;
    },
    closedUnopened: () => closedUnopened,
  };
}
