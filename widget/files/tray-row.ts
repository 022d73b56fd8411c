import { button, h, icon, ICONS, write } from '../dom.ts';
import type { PanelContext } from '../panel/context.ts';
import type { Say } from '../languages/say.ts';
import { contentOf, previewOf, type Content, type Fault } from './chosen-file.ts';
import { upload, type Progress } from './upload.ts';

/** A page with a folded corner, after Lucide (ISC license). */
const PAGE = 'M15 2H5v20h14V6ZM14 2v5h5';

/** Bytes as `850 kB` or `12.3 MB`, in the language of the widget. */
const sizeOf = (bytes: number, locale: string): string => {
  const isSmall = bytes < 1_000_000;
  return Math.max(1, bytes / (isSmall ? 1000 : 1_000_000)).toLocaleString(locale, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  });
};

const sentenceOf = (fault: Fault, say: Say): string => {
  if (fault === 'unsent') return say('This file was not sent.');
  if (fault === 'empty') return say('This file is empty.');
  if (fault === 'large') return say('This file is larger than 10 MB.');
  return fault === 'full'
    ? say('This conversation cannot hold more files.')
    : say('This file cannot be sent. Choose an image, a PDF or a text file.');
};

/** A file in the tray: its preview, its name, its size or its fault, and what can be done with it. */
export const trayRow = (
  context: PanelContext,
  file: File,
  { remove, retry, changed }: Record<'remove' | 'retry' | 'changed', () => void>,
) => {
  const { chat, say } = context;
  let fault: Fault | undefined;
  let its: Content = { name: file.name, content: file };
  let progress: Progress = { sessionId: '', id: '', bytes: 0 };
  let isUploading = false;
  const preview = h('div', 'preview', icon(PAGE));
  const name = h('span', 'name', file.name);
  const size = h('span', 'small');
  const problem = h('span', 'small bad');
  const again = button('small', retry);
  const cross = button('', remove, icon(ICONS.close));
  const bar = h('div', 'bar');
  const element = h('li', '', preview, h('p', '', name, size, problem, again), cross, bar);

  const draw = (isNextMessage = false) => {
    write(name, its.name);
    const share = progress.bytes / its.content.size;
    const percent = share.toLocaleString(context.locale, { style: 'percent', maximumFractionDigits: 0 });
    write(size, !fault && (isUploading ? percent : sizeOf(its.content.size, context.locale)));
    bar.style.width = isUploading ? `${share * 100}%` : '0';
    write(
      problem,
      fault
        ? sentenceOf(fault, say)
        : isNextMessage && say('A message can have up to 5 files. Send this file with the next message.'),
    );
    write(again, fault === 'unsent' && say('Try again'));
    cross.title = say('Remove {}', its.name);
  };

  const ready = contentOf(file).then((content) => {
    its = content;
    ({ fault } = content);
    changed();
  });
  void previewOf(file).then((canvas) => canvas && preview.replaceChildren(canvas));

  name.dir = 'auto';
  problem.role = 'alert';
  preview.ariaHidden = 'true';

  return {
    element,
    draw,
    name: () => its.name,
    /** Whether it can be sent, as far as that is known. */
    isSendable: () => !fault || fault === 'unsent',
    /** Returns the ticket of the uploaded file; undefined with a fault, or once `isOver`. */
    async send(sessionId: string, isOver: () => boolean): Promise<unknown> {
      await ready;
      if (fault && fault !== 'unsent') return undefined;
      if (progress.sessionId !== sessionId) progress = { sessionId, id: '', bytes: 0 };
      fault = undefined;
      isUploading = true;
      draw();
      element.scrollIntoView({ block: 'nearest' });
      const isUnwanted = () => isOver() || !element.isConnected;
      const { ticket, fault: found } = await upload(chat.call, its, progress, {
        isOver: isUnwanted,
        onProgress: draw,
      });
      isUploading = false;
      fault = found;
      draw();
      return ticket;
    },
  };
};

export type TrayRow = ReturnType<typeof trayRow>;
