import type { Loose, Message } from '../model.ts';
import { redrawImage } from '../redrawn-image.ts';
import { chat, config, input, panel, say, state, thread } from './context.ts';
import { button, h, icon, link, list, loose, text, write } from './first-file-parts.ts';

const CLIP = 'm21 11-9 9a6 6 0 0 1-8-8l9-9a4 4 0 0 1 5 5l-8 9a2 2 0 0 1-3-3l8-8';
/** Too large, of another type, or an image with more than a picture. */
const REFUSED = [413, 415, 422];
/** The length of a block, in bytes; the last one is shorter. */
const BLOCK = 2 ** 19;
/** Tries of one block. */
const TRIES = 3;
/** Shorter than a link is valid, in milliseconds. */
const LINKS_MS = 48e4;

/** Files of the conversation: sent from the composer, and shown in their messages. */
export const files = () => {
  const notes = thread.lastElementChild ?? thread;
  const picker = h('input');
  const attach = button('', () => picker.click(), icon(CLIP));

  /** Uploads a file in blocks, and then sends it as a message; ends where its row is removed. */
  const send = async (file: File): Promise<void> => {
    const { sessionId } = chat.state();
    const progress = h('span');
    const again = button('', () => {
      row.remove();
      void send(file);
    });
    const cancel = button('', () => row.remove());
    const row = h('p', 'small', progress, ' ', again, ' ', cancel);
    const show = (line: string) => {
      write(progress, line);
      row.scrollIntoView({ block: 'nearest' });
    };
    /** The service's answer; undefined if it refuses, which is shown, or if the row is gone. */
    const put = async (path: string, content: object, tries = 1): Promise<Loose | undefined> => {
      const { status, body } = await chat.call(path, content);
      // Its ticket would be for another conversation.
      if (chat.state().sessionId !== sessionId) row.remove();
      if (!row.isConnected) return undefined;
      if (status > 199 && status < 300) return body;
      if (tries > 1) return put(path, content, tries - 1);
      const isRefused = REFUSED.includes(status);
      write(again, !isRefused && say('Try again'));
      write(cancel, say('Close'));
      cancel.hidden = false;
      row.role = 'alert';
      show(
        isRefused
          ? say('This file cannot be sent. Choose an image, a PDF or a text file of up to 10 MB.')
          : say('This file was not sent.'),
      );
      return undefined;
    };
    const sendBlocks = async (content: Blob, path: string, of: string): Promise<boolean> => {
      for (let sent = 0, index = 0; sent < content.size; index++) {
        const block = content.slice(sent, (sent += BLOCK));
        if (!(await put(`${path}/blocks/${index}${of}`, block, TRIES))) return false;
        show(`${file.name} · ${Math.min(100, Math.round((100 * sent) / content.size))} %`);
      }
      return true;
    };
    write(cancel, say('Cancel'));
    notes.before(row);
    show(file.name);
    const { name, content } = await redrawImage(file);
    const begun = await put('attachments', { fileName: name, bytes: content.size, sessionId });
    const path = `attachments/${text(begun?.id)}`;
    const of = `?sessionId=${sessionId}`;
    if (!begun || !(await sendBlocks(content, path, of))) return;
    const complete = await put(path + of, {});
    if (!complete) return;
    row.remove();
    chat.send(name, [complete.ticket]);
    thread.scrollTop = thread.scrollHeight;
  };

  const sendAll = (event: Event, chosen?: FileList | null) => {
    if (attach.hidden || !chosen?.length) return;
    event.preventDefault();
    for (const file of chosen) void send(file);
  };

  if (config.files) {
    picker.type = 'file';
    picker.multiple = true;
    picker.accept = 'image/png,image/jpeg,image/webp,image/gif,.pdf,text/*';
    picker.onchange = (event) => {
      sendAll(event, picker.files);
      picker.value = '';
    };
    input.before(attach);
    input.onpaste = (event) => {
      // A spreadsheet adds a picture of its cells.
      if (!event.clipboardData?.types.includes('text/plain')) sendAll(event, event.clipboardData?.files);
    };
    panel.ondragover = (event) => event.preventDefault();
    panel.ondrop = (event) => sendAll(event, event.dataTransfer?.files);
  }

  /** The links of a conversation, by the ids of its files. */
  let links: { sessionId: string; at: number; urls: Promise<Map<string, string>> } | undefined;
  const load = (sessionId: string) => {
    const urls = chat
      .call(`attachments?sessionId=${sessionId}`)
      .then(
        ({ body }) => new Map(list(body.attachments).map((it) => [text(loose(it).id), text(loose(it).url)])),
      );
    return (links = { sessionId, at: Date.now(), urls });
  };
  const linkOf = async (sessionId: string, id: string) => {
    const isGood = links?.sessionId === sessionId && Date.now() - links.at < LINKS_MS;
    const known = isGood && links ? links : load(sessionId);
    const url = (await known.urls).get(id);
    if (url) return url;
    // A file that came since. Others that came with it wait for the same answer.
    const next = links === known ? load(sessionId) : links;
    return (await next?.urls)?.get(id) ?? '';
  };

  return {
    /** Shows the files of a message. */
    add(article: Element, message: Message) {
      const { sessionId } = chat.state();
      const names: string[] = [];
      const shown = list(message.attachments).map((it) => {
        const { id, type, width, height, ...its } = loose(it);
        const name = text(its.name);
        const entry = link('', name);
        names.push(name);
        const refresh = async () => {
          const url = await linkOf(sessionId, text(id));
          if (url) entry.href = url;
          return url;
        };
        entry.className = 'file';
        // Without an address it would open the page.
        entry.removeAttribute('href');
        entry.onclick = (event) => {
          if (entry.href) return;
          event.preventDefault();
          void refresh().then((url) => url && entry.click());
        };
        entry.onpointerenter = entry.onfocus = refresh;
        if (Number(width) > 0) {
          const image = h('img');
          const scale = Math.min(1, 200 / Math.max(Number(width), Number(height)));
          image.width = Number(width) * scale;
          image.height = Number(height) * scale;
          image.alt = name;
          image.onerror = () => entry.replaceChildren(name);
          entry.replaceChildren(image);
          void refresh().then((url) => url && (image.src = url));
        } else {
          entry.append(h('span', 'small', ` ${text(type).toUpperCase()}`));
          void refresh();
        }
        return entry;
      });
      if (!shown[0]) return;
      const bubble = article.querySelector<HTMLElement>('.bubble');
      if (bubble) bubble.hidden = message.content === names.join(', ');
      bubble?.after(h('div', 'files', ...shown));
    },
    draw() {
      const { sessionId, status } = state;
      attach.title = say('Attach a file');
      attach.hidden = !sessionId || status === 'closed' || !state.messages[0];
    },
  };
};
