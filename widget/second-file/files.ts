import type { Config } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import { button, h, icon, link, write } from '../dom.ts';
import { sayIn } from '../i18n.ts';
import { uuid } from '../ids.ts';
import { list, loose, text, type Message } from '../model.ts';
import type { Scene } from './scene.ts';

const CLIP = 'm21 11-9 9a6 6 0 0 1-8-8l9-9a4 4 0 0 1 5 5l-8 9a2 2 0 0 1-3-3l8-8';
/** Too large, of another type, or an image with more than a picture. */
const REFUSED = [413, 415, 422];
/** The length of a block, in bytes; the last one is shorter. */
const BLOCK = 2 ** 19;
/** Tries of one block. */
const TRIES = 3;
/** The largest side of an image that is sent, in pixels. */
const LARGEST = 4096;
/** Shorter than a link is valid, in milliseconds. */
const LINKS_MS = 48e4;

/** An image as the browser draws it: without its metadata, and nothing but a picture. */
const redrawn = async (file: File): Promise<Blob> => {
  if (!/^image\/(?!svg)/.test(file.type)) return file;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, LARGEST / Math.max(image.width, image.height));
    const canvas = h('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const type = file.type === 'image/jpeg' ? file.type : 'image/png';
    return (await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9))) ?? file;
  } catch {
    // No image that this browser knows: the service decides.
    return file;
  }
};

/** Files of the conversation: sent from the composer, and shown in their messages. */
export const files = (
  { panel, notes, input }: { panel: HTMLElement; notes: Element; input: HTMLTextAreaElement },
  config: Config,
  chat: Conversation,
) => {
  let say = sayIn({});
  const picker = h('input');
  const attach = button('', () => picker.click(), icon(CLIP));

  /** Sends a file in blocks, and then as a message; ends without one when it is canceled. */
  const send = async (file: File): Promise<void> => {
    const isCanceled = () => !row.isConnected;
    const state = h('span');
    const again = button('', () => {
      row.remove();
      void send(file);
    });
    const row = h('p', 'small', state, ' ', again, ' ');
    const reveal = () => row.scrollIntoView({ block: 'nearest' });
    const cancel = button('', () => row.remove());
    const fail = (status: number): void => {
      const isRefused = REFUSED.includes(status);
      write(
        state,
        isRefused
          ? say('This file cannot be sent. Choose an image, a PDF or a text file of up to 10 MB.')
          : say('This file was not sent.'),
      );
      row.role = 'alert';
      write(again, !isRefused && say('Try again'));
      write(cancel, say('Close'));
      reveal();
    };
    write(cancel, say('Cancel'));
    row.append(cancel);
    write(state, file.name);
    notes.before(row);
    reveal();
    const content = await redrawn(file);
    const begun = await chat.post('attachments', { fileName: file.name, bytes: content.size });
    if (begun.status !== 201) {
      fail(begun.status);
      return;
    }
    const path = `attachments/${text(begun.body.id)}`;
    const of = `?sessionId=${chat.state().sessionId}`;
    for (let index = 0; index * BLOCK < content.size; index++) {
      const block = content.slice(index * BLOCK, (index + 1) * BLOCK);
      let status = 0;
      for (let tries = TRIES; tries-- && !isCanceled() && status !== 204;) {
        ({ status } = await chat.call(`${path}/blocks/${index}${of}`, block));
      }
      if (isCanceled()) return;
      if (status !== 204) {
        fail(status);
        return;
      }
      write(
        state,
        `${file.name} · ${Math.round((100 * Math.min(content.size, (index + 1) * BLOCK)) / content.size)} %`,
      );
    }
    const { status, body } = await chat.call(`${path}/complete${of}`, {});
    if (isCanceled()) return;
    if (status !== 200) {
      fail(status);
      return;
    }
    cancel.hidden = true;
    const sent = await chat.post('chat', { attachments: [body.ticket], clientMessageId: uuid() });
    if (sent.status !== 200 && sent.status !== 202) {
      fail(sent.status);
      return;
    }
    row.remove();
    // A message to a person is not in the answer's state yet.
    chat.wake();
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
    input.addEventListener('paste', (event) => sendAll(event, event.clipboardData?.files));
    panel.addEventListener('dragover', (event) => event.preventDefault());
    panel.addEventListener('drop', (event) => sendAll(event, event.dataTransfer?.files));
  }

  let links: Promise<Map<string, string>> | undefined;
  let loadedAt = 0;
  const linkOf = async (id: string) => {
    if (!links || Date.now() - loadedAt > LINKS_MS) {
      loadedAt = Date.now();
      links = chat
        .call(`attachments?sessionId=${chat.state().sessionId}`)
        .then(
          ({ body }) =>
            new Map(list(body.attachments).map((it) => [text(loose(it).id), text(loose(it).url)])),
        );
    }
    const url = (await links).get(id);
    // A file that came since.
    if (!url) loadedAt = 0;
    return url ?? '';
  };

  return {
    /** Shows the files of a message. */
    add(article: Element, message: Message) {
      const shown = list(message.attachments).map((it) => {
        const { id, name, type, width, height } = loose(it);
        const entry = link('', text(name));
        const refresh = async () => {
          const url = await linkOf(text(id));
          if (url) entry.href = url;
          return url;
        };
        entry.className = 'file';
        entry.onpointerenter = entry.onfocus = refresh;
        if (Number(width) > 0) {
          const image = h('img');
          const scale = Math.min(1, 200 / Math.max(Number(width), Number(height)));
          image.width = Number(width) * scale;
          image.height = Number(height) * scale;
          image.alt = text(name);
          image.onerror = () => entry.replaceChildren(text(name));
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
      const names = list(message.attachments).map((it) => text(loose(it).name));
      if (bubble) bubble.hidden = message.content === names.join(', ');
      bubble?.after(h('div', 'files', ...shown));
    },
    draw(scene: Scene) {
      ({ say } = scene);
      const { sessionId, status } = chat.state();
      attach.title = say('Attach a file');
      attach.hidden = !sessionId || status === 'closed' || !scene.state.messages[0];
    },
  };
};
