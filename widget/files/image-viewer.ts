import { button, h, icon, ICONS, link, write } from '../dom.ts';
import type { PanelContext } from '../panel/context.ts';
import { dismiss, setCovered } from '../panel/layer.ts';

/** An image of the thread over the panel: as large as the panel, or in its own pixels. */
export const imageViewer = ({ chat, say, place }: PanelContext) => {
  const { panel } = place;
  let opener: HTMLElement | undefined;
  /** Loads the address, which is valid for some minutes only. */
  let addressOf = () => Promise.resolve('');
  let isWhole = false;
  const title = h('h2');
  const close = button('', () => shut(), icon(ICONS.close));
  const image = h('img');
  const room = h('div', 'room', image);
  const again = button('', () => void load());
  const failure = h('span', '', again);
  const size = button('', () => resize(!isWhole));
  const page = link('');
  const viewer = h(
    'section',
    'viewer',
    h('div', 'sheet-head', title, close),
    room,
    h('p', 'small', failure, size, page),
  );

  const shut = () => {
    setCovered(panel, viewer, false);
    opener?.focus();
    opener = undefined;
  };

  const resize = (whole: boolean) => {
    isWhole = whole;
    room.classList.toggle('whole', isWhole);
    size.ariaPressed = String(isWhole);
  };

  const show = (isLoaded: boolean, isFailed: boolean) => {
    room.hidden = !isLoaded;
    write(again, isFailed && say('This could not be loaded. Try again.'));
    size.hidden = page.hidden = !isLoaded;
  };

  const load = async () => {
    const from = opener;
    show(true, false);
    const address = await addressOf();
    // Another one was opened in the meantime.
    if (opener !== from) return;
    image.src = page.href = address;
    if (!address) show(false, true);
  };

  image.onerror = () => show(false, true);
  image.onload = () => {
    // It is shown in its own pixels already.
    const { naturalWidth, naturalHeight } = image;
    size.hidden = naturalWidth <= room.clientWidth && naturalHeight <= room.clientHeight;
  };
  image.onclick = () => !size.hidden && resize(!isWhole);
  viewer.role = 'dialog';
  viewer.hidden = true;
  room.tabIndex = 0;
  room.role = 'group';
  failure.role = 'alert';
  title.dir = 'auto';
  panel.append(viewer);
  // A click is never outside, because the viewer covers the panel.
  dismiss(panel, { isOpen: () => !viewer.hidden, close: shut, inside: () => true });

  return {
    open(from: HTMLElement, name: string, address: () => Promise<string>) {
      opener = from;
      addressOf = address;
      image.removeAttribute('src');
      image.alt = viewer.ariaLabel = room.ariaLabel = name;
      write(title, name);
      close.title = say('Close');
      write(size, say('Actual size'));
      write(page, say('Open in a new tab'));
      resize(false);
      setCovered(panel, viewer, true);
      close.focus();
      void load();
    },
    draw() {
      // Its message is gone, or the panel was closed.
      if (opener && !(opener.isConnected && chat.state().open)) shut();
    },
  };
};
