import { icon, ICONS } from '../dom.ts';
import type { PanelContext } from '../panel/context.ts';
import { isComposing } from '../input-method.ts';
import { takesFiles } from '../panel/takes-files.ts';
import type { FileTray } from './file-tray.ts';
import type { TrayRow } from './tray-row.ts';

/** The button changes under the finger: a click counts again this long after the last one that did. */
const GUARD_MS = 500;

/** An upload that is under way. */
interface Run {
  isCanceled: boolean;
}

/** A message with files until the service has it. */
interface Outgoing {
  id: string | undefined;
  words: string;
  rows: readonly TrayRow[];
}

/**
 * Sends the files of the tray together with the text of the composer, once all of them are uploaded. If one
 * is not, the message stays where it is. While they are uploaded, the button of the composer cancels that.
 */
export const sendFiles = (context: PanelContext, tray: FileTray) => {
  const { chat, input, say, thread } = context;
  const { panel } = context.place;
  let running: Run | undefined;
  let clickedAt = -GUARD_MS;
  let outgoing: readonly Outgoing[] = [];
  const submit = input.parentElement?.querySelector<HTMLButtonElement>('button:last-child');

  const setDraft = (draft: string) => {
    input.value = draft;
    input.dispatchEvent(new Event('input'));
  };

  const isReady = () => takesFiles(context.state) && input.ariaInvalid !== 'true' && !!tray.next()[0];

  const send = async () => {
    if (running || !isReady()) return;
    const { sessionId } = chat.state();
    const now: Run = { isCanceled: false };
    running = now;
    // The conversation was left: the tickets would be of another one.
    const isOver = () => now.isCanceled || chat.state().sessionId !== sessionId;
    const rows = tray.next();
    const tickets: unknown[] = [];
    const sent: TrayRow[] = [];
    input.readOnly = true;
    input.focus();
    draw();
    for (const row of rows) {
      const ticket = await row.send(sessionId, isOver);
      if (ticket !== undefined) {
        tickets.push(ticket);
        sent.push(row);
      } else if (isOver() || row.element.isConnected) break;
      // Others were removed in the meantime.
    }
    running = undefined;
    input.readOnly = false;
    const isComplete = rows.every((row) => sent.includes(row) || !row.element.isConnected);
    if (isComplete && sent[0] && !isOver()) post(sent, tickets);
    else chat.type(input.value);
  };

  const post = (rows: readonly TrayRow[], tickets: readonly unknown[]) => {
    const words = input.value.trim();
    const names = rows.map((row) => row.name()).join(', ');
    chat.send([words, names].filter(Boolean).join('\n'), {
      ...(words && { message: words }),
      attachments: tickets,
    });
    outgoing = [...outgoing, { id: chat.state().turns.at(-1)?.id, words, rows }];
    setDraft('');
    tray.take(rows);
    clickedAt = performance.now();
    thread.scrollTop = thread.scrollHeight;
  };

  /** The parts of a message that was dropped, because its conversation ended before it arrived. */
  const restore = () => {
    const { messages, turns } = chat.state();
    const before = outgoing;
    outgoing = before.filter(
      ({ id }) => !messages.some((message) => message.id === id) && turns.some((turn) => turn.id === id),
    );
    for (const one of before) {
      if (outgoing.includes(one) || messages.some(({ id }) => id === one.id)) continue;
      setDraft([one.words, input.value].filter(Boolean).join('\n'));
      tray.restore(one.rows);
    }
  };

  const draw = () => {
    restore();
    if (!submit || (!running && !isReady())) return;
    submit.replaceChildren(icon(running ? ICONS.stop : ICONS.send));
    submit.title = say(running ? 'Cancel' : 'Send');
    submit.disabled = false;
  };

  /** Replaces what the composer does. */
  const replace = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };

  panel.addEventListener(
    'click',
    (event) => {
      const isSubmit = event.target instanceof Node && submit?.contains(event.target);
      const isEarly = performance.now() - clickedAt < GUARD_MS;
      if (!isSubmit || !(running || isReady() || isEarly)) return;
      replace(event);
      // The second click of a double click is neither.
      if (event.detail > 1 || isEarly) return;
      clickedAt = performance.now();
      if (running) running.isCanceled = true;
      else void send();
    },
    true,
  );
  panel.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.target !== input || isComposing(event)) return;
      if (!running && !isReady()) return;
      replace(event);
      void send();
    },
    true,
  );

  return { send: () => void send(), draw };
};
