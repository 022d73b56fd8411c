import { button, h, icon, ICONS, write } from './dom.ts';
import type { PublicConfig } from './public-config.ts';
import type { Say } from './i18n.ts';

export interface LoaderView {
  shell: HTMLElement;
  launcher: HTMLElement;
  frame: HTMLIFrameElement;
  /** Opens or closes the panel. */
  show(open: boolean): void;
  /** Whether the focus is in the panel. */
  hasFocus(): boolean;
  /** Loads or reloads the frame. */
  load(address: string): void;
  /** Shows the number of unread messages. `label` describes it in the visitor's language. */
  unread(count: number, label: string): void;
  /** Shows the frame, or a header instead; with `failed` also that it could not be loaded. */
  stand(ready: boolean, say: Say, failed?: boolean): void;
}

/** The launcher, and the panel around the frame. Until the frame has loaded, the panel has its header. */
export const loaderView = (
  root: ShadowRoot,
  { title, look, icon: path, left, logo }: PublicConfig,
  toggle: (open?: boolean) => void,
  again: () => void,
): LoaderView => {
  const badge = h('b');
  const picture = h('img');
  const launcher = button('', () => toggle(), icon(path), icon(ICONS.close), badge);
  const close = button('', () => toggle(false), icon(ICONS.close));
  const sentence = h('span');
  const retry = button('', again);
  const failure = h('p', 'line', sentence, ' ', retry);
  const header = h('header', '', h('h2', '', title), close);
  const frame = h('iframe');
  const panel = h('dialog', 'float', header, failure);
  const shell = h('div', left ? 'root left' : 'root', panel, launcher);

  /** The focused element before the panel was opened. */
  let cameFrom: HTMLElement = launcher;
  const hasFocus = () => panel.contains(root.activeElement);

  panel.ariaLabel = launcher.ariaLabel = frame.title = title;
  launcher.accessKey = 'c';
  frame.allow = 'clipboard-write';
  failure.role = 'alert';
  shell.style.cssText = look;
  picture.alt = '';
  // The page's policy may forbid images; the icon stays then.
  picture.onload = () => launcher.firstChild?.replaceWith(picture);
  if (logo) picture.src = logo;
  shell.onkeydown = (event) => {
    if (event.key !== 'Escape' || !panel.open) return;
    toggle(false);
    event.stopPropagation();
  };
  // Keeps a focus trap of the page from moving the focus out of the frame.
  panel.addEventListener('focusin', (event) => event.stopPropagation());
  // The event is asynchronous: the panel may be open again.
  panel.onclose = () => toggle(panel.open);
  const screen = visualViewport;
  if (screen) {
    // On phones the panel fills the space above the keyboard.
    screen.onresize = screen.onscroll = () => {
      shell.style.cssText += `;--chat-widget-height:${screen.height}px;--chat-widget-top:${screen.offsetTop}px`;
    };
  }

  root.append(shell);

  return {
    shell,
    launcher,
    frame,
    show(open) {
      const inside = hasFocus();
      launcher.ariaExpanded = String(open);
      if (open) cameFrom = document.querySelector<HTMLElement>(':focus:not(chat-widget)') ?? launcher;
      // The panel may show a preview (page-file/index.ts), which is not modal.
      panel.close();
      panel.className = 'float';
      // The dialog does not restore the focus from inside a frame.
      if (!open) {
        if (inside) cameFrom.focus();
      }
      // If the page opens the panel without user activation, its focus stays.
      else if (!navigator.userActivation.isActive) panel.open = true;
      // On phones it covers the page.
      else if (innerWidth > 479) panel.show();
      else panel.showModal();
    },
    hasFocus,
    load(address) {
      frame.remove();
      frame.src = address;
      panel.append(frame);
    },
    unread(count, label) {
      launcher.ariaLabel = count ? `${title}. ${label}` : title;
      write(badge, `${count || ''}`);
    },
    stand(ready, say, failed) {
      if (ready && root.activeElement === close) frame.focus();
      header.hidden = ready;
      close.title = say('Close');
      failure.hidden = !failed;
      write(sentence, say('The chat could not be loaded.'));
      write(retry, say('Try again'));
    },
  };
};
