import type { PanelContext } from './context.ts';
import { stored } from './stored.ts';

/**
 * The width of the panel, which the visitor chooses and the browser keeps. In a frame the page has the panel,
 * and is asked to make it wider.
 */
export const panelWidth = ({ config, place }: PanelContext) => {
  const { tell } = config;
  const kept = stored(config, 'panel');
  let isWide = kept().wide === true;
  let isRestored = false;

  const apply = () => {
    if (tell) tell('peek', { wide: isWide });
    else place.shell.classList.toggle('wide', isWide);
  };

  return {
    isWide: () => isWide,
    /** Gives the panel the kept width when it is first drawn. */
    restore() {
      if (isRestored) return;
      isRestored = true;
      if (isWide) apply();
    },
    /** On a phone the panel covers the page, and a frame that the page has placed itself has its width. */
    hasRoom: () => (tell ? config.room : innerWidth > 479),
    toggle() {
      isWide = !isWide;
      kept({ wide: isWide });
      apply();
    },
  };
};
