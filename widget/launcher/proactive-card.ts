import { button, h, icon, ICONS } from '../dom.ts';
import { initials } from '../initials.ts';
import type { LauncherView } from './launcher.ts';
import styles from './peek.css';

interface ProactiveCard {
  /** Shows a text; an empty text hides the card. */
  show(text: string): void;
}

/** The visitor's actions on a card. */
interface CardActions {
  open(): void;
  close(): void;
  /** The label of the close button, in the visitor's language. */
  closeLabel(): string;
}

/** The card next to the launcher. It is announced politely and never takes the focus. */
export const proactiveCard = (
  { shell, launcher, panel }: LauncherView,
  { open, close, closeLabel }: CardActions,
): ProactiveCard => {
  // A live region announces additions, so it is created before the first card.
  const region = h('div');
  const sheet = new CSSStyleSheet();
  const root = shell.getRootNode();

  const card = (message: string): HTMLElement => {
    const picture = launcher.querySelector('img')?.cloneNode();
    const face = h('span', 'who', initials(panel.ariaLabel ?? ''));
    // The position is fixed; only the text has its own direction.
    face.dir = 'ltr';
    face.ariaHidden = 'true';
    const cross = button('', close, icon(ICONS.close));
    cross.title = closeLabel();
    const made = h('div', 'float peek', button('', open, picture ?? face, h('span', '', message)), cross);
    made.dir = 'auto';
    made.onkeydown = ({ key }) => {
      if (key === 'Escape') close();
    };
    return made;
  };

  region.role = 'status';
  shell.prepend(region);
  return {
    show(text) {
      const hadFocus = root instanceof ShadowRoot && region.contains(root.activeElement);
      if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet)) {
        sheet.replaceSync(styles);
        root.adoptedStyleSheets.push(sheet);
      }
      region.replaceChildren(...(text ? [card(text)] : []));
      if (hadFocus) launcher.focus();
    },
  };
};
