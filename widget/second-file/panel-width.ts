import { config, panel } from './context.ts';
import { stored } from './stored.ts';

/**
 * The width of the panel, which the visitor chooses and the browser keeps. In a frame the page has the panel,
 * and is asked to make it wider.
 */
export const panelWidth = () => {
  const { tell } = config;
  const kept = stored('panel');
  let isWide = kept().wide === true;

  const apply = () => {
    if (tell) tell('peek', { wide: isWide });
    else panel.parentElement?.classList.toggle('wide', isWide);
  };

  if (isWide) apply();

  return {
    isWide: () => isWide,
    /** On a phone the panel covers the page, and a frame that the page has placed itself has its width. */
    hasRoom: () => (tell ? config.room : innerWidth > 479),
    toggle() {
      isWide = !isWide;
      kept({ wide: isWide });
      apply();
    },
  };
};
