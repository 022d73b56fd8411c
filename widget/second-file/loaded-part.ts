import type { State } from '../state.ts';
import { locale, state } from './context.ts';

/** A part of the widget that draws what it has opened. */
interface Part {
  draw(state: State, locale: string): void;
}

/** A part in a separate file, which `load` loads on first use, and again if that has failed. */
export const loadedPart = <P extends Part>(load: () => Promise<() => P>) => {
  let loaded: P | undefined;
  const draw = () => loaded?.draw(state, locale);
  return {
    draw,
    /** Uses the part; false if its file could not be loaded. */
    use: (act: (it: P) => void): Promise<boolean> =>
      load().then(
        (make) => {
          loaded ??= make();
          draw();
          act(loaded);
          return true;
        },
        () => false,
      ),
  };
};
