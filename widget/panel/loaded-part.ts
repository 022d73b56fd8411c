import type { conversations } from '../conversations/index.ts';
import type { files } from '../files/index.ts';

/** A part of the panel that draws what it has opened. */
interface Part {
  draw(): void;
}

export interface LoadedPart<P extends Part> extends Part {
  /** Uses the part; false if its module could not be loaded. */
  use(act: (it: P) => void): Promise<boolean>;
}

/** A part in a separate module, which `load` loads on first use, and again if that has failed. */
export const loadedPart = <P extends Part>(load: () => Promise<P>): LoadedPart<P> => {
  let loaded: P | undefined;
  let loading: Promise<P> | undefined;
  const draw = () => loaded?.draw();
  return {
    draw,
    async use(act) {
      try {
        loaded = await (loading ??= load());
      } catch {
        // The caller says so, and the next use tries it again.
        loading = undefined;
        return false;
      }
      draw();
      act(loaded);
      return true;
    },
  };
};

export type ConversationsPart = LoadedPart<ReturnType<typeof conversations>>;
export type FilesPart = LoadedPart<ReturnType<typeof files>>;
