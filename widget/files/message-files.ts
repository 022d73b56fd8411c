import { list, loose, text, type Loose, type Message } from '../model.ts';
import type { PanelContext } from '../panel/context.ts';
import type { FilesPart } from '../panel/loaded-part.ts';
import { h, link } from '../dom.ts';

/** Shorter than a link is valid, in milliseconds. */
const LINKS_MS = 480_000;
/** The largest side of an image in the thread, in pixels. */
const SMALL = 200;

/** The files in messages: images small, which open large, and links to the others. */
export const messageFiles = ({ chat }: PanelContext, files: FilesPart) => {
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

  const entryOf = (sessionId: string, { id, type, width, height, ...its }: Loose): HTMLElement => {
    const name = text(its.name);
    const entry = link('', name);
    const refresh = async () => {
      const url = await linkOf(sessionId, text(id));
      if (url) entry.href = url;
      return url;
    };
    const image = h('img');
    const enlarge = async () => {
      const isOpen = await files.use((it) => it.openImage(entry, name, refresh));
      // Without the viewer, the image is opened as any other file.
      if (!isOpen) window.open(entry.href, '_blank', 'noreferrer');
    };
    entry.className = 'file';
    // Without an address it would open the page.
    entry.removeAttribute('href');
    entry.onclick = (event) => {
      const { ctrlKey, metaKey, shiftKey } = event;
      const isImage = image.isConnected && !ctrlKey && !metaKey && !shiftKey;
      if (entry.href && !isImage) return;
      event.preventDefault();
      if (entry.href) void enlarge();
      else void refresh().then((url) => url && entry.click());
    };
    entry.onpointerenter = entry.onfocus = refresh;
    if (Number(width) > 0) {
      const scale = Math.min(1, SMALL / Math.max(Number(width), Number(height)));
      image.width = Number(width) * scale;
      image.height = Number(height) * scale;
      image.alt = name;
      image.onerror = () => {
        entry.ariaHasPopup = null;
        entry.replaceChildren(name);
      };
      entry.ariaHasPopup = 'dialog';
      entry.replaceChildren(image);
      void refresh().then((url) => url && (image.src = url));
    } else {
      entry.append(h('span', 'small', ` ${text(type).toUpperCase()}`));
      void refresh();
    }
    return entry;
  };

  /** Shows the files of a message. */
  return (article: Element, message: Message): void => {
    const { sessionId } = chat.state();
    const its = list(message.attachments).map(loose);
    if (!its[0]) return;
    const bubble = article.querySelector<HTMLElement>('.bubble');
    if (bubble) bubble.hidden = message.content === its.map(({ name }) => text(name)).join(', ');
    bubble?.after(h('div', 'files', ...its.map((it) => entryOf(sessionId, it))));
  };
};
