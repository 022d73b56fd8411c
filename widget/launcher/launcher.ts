import { button, h, icon, ICONS, write } from '../dom.ts';
import type { Say } from '../languages/say.ts';
import { closeOnEscape } from './escape.ts';

export interface Look {
  title: string;
  /** The path data of the launcher's icon. */
  icon: string;
  left: boolean;
  /** CSS declarations for the widget's element: its theme. */
  look?: string;
  /** The logo of a registered widget as a data URL; can be empty. */
  logo?: string;
}

export interface LauncherView {
  shell: HTMLElement;
  launcher: HTMLElement;
  panel: HTMLDialogElement;
  /** Opens or closes the panel. */
  show(open: boolean): void;
  /** Whether the focus is in the panel. */
  hasFocus(): boolean;
  /** Shows the number of unread messages. `label` describes it in the visitor's language. */
  unread(count: number, label: string): void;
  /** Shows the header of the empty panel or hides it; with `failed` also that the chat was not loaded. */
  stand(ready: boolean, say: Say, failed?: boolean): void;
}

interface LauncherOptions extends Look {
  toggle: (open?: boolean) => void;
  /** The visitor wants a failed load to be repeated. */
  again: () => void;
}

/** The launcher, and the panel next to it. Until its content is there, the panel has only a header. */
export const launcherView = (
  root: ShadowRoot,
  { title, look = '', icon: path, left, logo = '', toggle, again }: LauncherOptions,
): LauncherView => {
  const badge = h('b');
  const picture = h('img');
  const launcher = button('', () => toggle(), icon(path), icon(ICONS.close), badge);
  const close = button('', () => toggle(false), icon(ICONS.close));
  const sentence = h('span');
  const retry = button('', again);
  const failure = h('p', 'failure', sentence, ' ', retry);
  const header = h('header', 'waiting', h('h2', '', title), close);
  const panel = h('dialog', 'float', header, failure);
  const shell = h('div', left ? 'root left' : 'root', panel, launcher);

  /** The focused element before the panel was opened. */
  let cameFrom: HTMLElement = launcher;
  const hasFocus = () => panel.contains(root.activeElement);

  panel.ariaLabel = launcher.ariaLabel = title;
  launcher.accessKey = 'c';
  failure.role = 'alert';
  failure.hidden = true;
  shell.style.cssText = look;
  picture.alt = '';
  // The page's policy may forbid images; the icon stays then.
  picture.onload = () => launcher.firstChild?.replaceWith(picture);
  if (logo) picture.src = logo;
  closeOnEscape(
    shell,
    () => panel.open,
    () => toggle(false),
  );
  // Keeps a focus trap of the page from moving the focus out of the panel.
  panel.addEventListener('focusin', (event) => event.stopPropagation());
  // The event is asynchronous: the panel may be open again.
  panel.onclose = () => toggle(panel.open);
  const screen = visualViewport;
  if (screen) {
    // On phones the panel fills the space above the keyboard.
    screen.onresize = screen.onscroll = () => {
      shell.style.setProperty('--chat-widget-height', `${screen.height}px`);
      shell.style.setProperty('--chat-widget-top', `${screen.offsetTop}px`);
    };
  }

  root.append(shell);

  return {
    shell,
    launcher,
    panel,
    show(open) {
      const inside = hasFocus();
      launcher.ariaExpanded = String(open);
      if (open) cameFrom = document.querySelector<HTMLElement>(':focus:not(chat-widget)') ?? launcher;
      // The panel may show a preview (launcher/peek.ts), which is not modal.
      panel.close();
      panel.classList.remove('small');
      if (!open) {
        // The dialog does not restore the focus from inside a frame.
        if (inside) cameFrom.focus();
        // The element may be gone.
        if (inside && !document.querySelector(':focus')) launcher.focus();
      }
      // If the page opens the panel without user activation, its focus stays.
      else if (!navigator.userActivation.isActive) panel.open = true;
      // On phones it covers the page.
      else if (innerWidth > 479) panel.show();
      else panel.showModal();
    },
    hasFocus,
    unread(count, label) {
      launcher.ariaLabel = count ? `${title}. ${label}` : title;
      write(badge, `${count || ''}`);
    },
    stand(ready, say, failed) {
      // “Try again” disappears under the focus, which stays in the panel.
      if (!failed && root.activeElement === retry) close.focus();
      header.hidden = ready;
      close.title = say('Close');
      failure.hidden = !failed;
      write(sentence, say('The chat could not be loaded.'));
      write(retry, say('Try again'));
    },
  };
};
