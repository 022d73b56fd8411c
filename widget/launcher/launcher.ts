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

/** Whether the content of the panel is there. */
export type ContentState = 'loading' | 'ready' | 'failed';

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
  /**
   * Shows a header until the content is ready, and in `say` whether it is loading or could not be loaded.
   * Without `say` the visitor's texts are not there yet.
   */
  showContent(state: ContentState, say?: Say): void;
}

interface LauncherOptions extends Look {
  toggle: (open?: boolean) => void;
  /** The visitor wants a failed load to be repeated. */
  again: () => void;
  /** Ends the listeners of the page with the chat. */
  signal: AbortSignal;
}

/** The launcher, and the panel next to it. Until its content is there, the panel has only a header. */
export const launcherView = (
  root: ShadowRoot,
  { title, look = '', icon: path, left, logo = '', toggle, again, signal }: LauncherOptions,
): LauncherView => {
  const badge = h('b');
  const picture = h('img');
  const launcher = button('', () => toggle(), icon(path), icon(ICONS.close), badge);
  const close = button('', () => toggle(false), icon(ICONS.close));
  const sentence = h('span');
  const retry = button('', again);
  const progress = h('p', 'note');
  const failure = h('p', 'note', sentence, ' ', retry);
  const header = h('header', 'waiting', h('h2', '', title), close);
  const panel = h('dialog', 'float', header, progress, failure);
  const shell = h('div', left ? 'root left' : 'root', panel, launcher);

  /** The focused element before the panel was opened. */
  let cameFrom: HTMLElement = launcher;
  const hasFocus = () => panel.contains(root.activeElement);

  panel.ariaLabel = launcher.ariaLabel = title;
  launcher.accessKey = 'c';
  progress.role = 'status';
  failure.role = 'alert';
  failure.hidden = true;
  // Until the visitor's texts are there: a button needs a name.
  close.title = 'Close';
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
    const fill = () => {
      shell.style.setProperty('--chat-widget-height', `${screen.height}px`);
      shell.style.setProperty('--chat-widget-top', `${screen.offsetTop}px`);
    };
    for (const event of ['resize', 'scroll']) screen.addEventListener(event, fill, { signal });
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
    showContent(state, say) {
      const isReady = state === 'ready';
      // “Try again” disappears under the focus, which stays in the panel.
      if (state !== 'failed' && root.activeElement === retry) close.focus();
      // A content that has failed may have taken the place of the header.
      if (!isReady && !header.isConnected) panel.replaceChildren(header, progress, failure);
      header.hidden = progress.hidden = isReady;
      failure.hidden = state !== 'failed' || !say;
      write(progress, say && state === 'loading' && say('The chat is loading.'));
      if (!say) return;
      close.title = say('Close');
      write(sentence, say('The chat could not be loaded.'));
      write(retry, say('Try again'));
    },
  };
};
