import { MAX_FILES_OF_MESSAGE } from '../../src/conversations/rules/attachments.ts';
import type { PanelContext } from '../panel/context.ts';
import { h, write } from '../dom.ts';
import { trayRow, type TrayRow } from './tray-row.ts';

/**
 * The files that wait above the composer until the visitor sends them, or removes them. They are not kept
 * over a reload of the page.
 */
export const fileTray = (context: PanelContext, retry: () => void) => {
  const { chat, input, say, thread } = context;
  /** Draws the panel again, with the button of the composer. */
  const redraw = () => chat.type(input.value);
  let rows: readonly TrayRow[] = [];
  const items = h('ul', 'tray');
  // A live region announces what changes in it, so it is there before the first file.
  const count = h('p', 'hidden');

  /** Changes the rows. The end of the thread stays visible if it was. */
  const show = (next: readonly TrayRow[]) => {
    const isAtEnd = thread.scrollHeight - thread.scrollTop < thread.clientHeight + 40;
    rows = next;
    items.hidden = !rows[0];
    items.replaceChildren(...rows.map(({ element }) => element));
    if (isAtEnd) thread.scrollTop = thread.scrollHeight;
    redraw();
  };

  const remove = (row: TrayRow) => {
    const index = rows.indexOf(row);
    const next = rows[index + 1] ?? rows[index - 1];
    show(rows.filter((it) => it !== row));
    // The button that had the focus is gone.
    (next?.element.querySelector<HTMLElement>(':scope > button') ?? input).focus();
  };

  const rowOf = (file: File): TrayRow => {
    const row: TrayRow = trayRow(context, file, { remove: () => remove(row), retry, changed: redraw });
    return row;
  };

  const sendable = () => rows.filter((row) => row.isSendable());

  count.role = 'status';
  items.role = 'list';
  items.hidden = true;
  input.parentElement?.before(count, items);

  return {
    add(files: readonly File[]) {
      if (files[0]) show([...rows, ...files.map(rowOf)]);
    },
    /** The files of the next message. */
    next: () => sendable().slice(0, MAX_FILES_OF_MESSAGE),
    /** Removes files that are in a message. */
    take: (sent: readonly TrayRow[]) => show(rows.filter((row) => !sent.includes(row))),
    /** Puts back the files of a message that has not arrived. */
    restore: (unsent: readonly TrayRow[]) => show([...unsent, ...rows]),
    draw() {
      const label = say('Files to send: {}', rows.length);
      const later = sendable().slice(MAX_FILES_OF_MESSAGE);
      write(count, rows[0] && label);
      items.ariaLabel = label;
      // The composer of a closed conversation is hidden, too.
      items.hidden = !rows[0] || context.state.status === 'closed';
      for (const row of rows) row.draw(later.includes(row));
    },
  };
};

export type FileTray = ReturnType<typeof fileTray>;
