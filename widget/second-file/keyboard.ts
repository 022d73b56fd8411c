import { panel } from './context.ts';

/** On phones the panel fills the space above the keyboard. */
export const fitKeyboard = (): void => {
  const screen = visualViewport;
  const { parentElement: shell } = panel;
  if (!screen || !shell) return;
  screen.onresize = screen.onscroll = () => {
    shell.style.setProperty('--chat-widget-height', `${screen.height}px`);
    shell.style.setProperty('--chat-widget-top', `${screen.offsetTop}px`);
  };
};
