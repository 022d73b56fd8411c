import type { Heard } from './embedder.ts';
import type { LoaderView } from './loader-view.ts';
import type { OwnScript } from './own-script.ts';

/** The page API, as far as a part uses it or replaces its calls. */
export interface PageApi {
  open(): void;
  on(event: string, listener: (detail: unknown) => void): void;
  prefill(draft: unknown): void;
  getUnreadCount(): number;
  identify(source: unknown): void;
  logout(): void;
  consent(isGiven?: boolean): void;
  setLocale(tag: string): void;
}

/** Posts to the frame, if it has loaded; with `later`, else as soon as it has. */
export type TellFrame = (type: Heard, more?: object, later?: boolean) => void;

/** Makes what loads the frame, and posts to it once it has loaded. */
export type TellLoadedFrame = (type: Heard) => () => void;

/**
 * A part of the loader, which is only in the scripts of widgets that use it. By position: names of properties
 * would cost bytes in every script.
 */
export type LoaderPart = (
  widget: PageApi,
  channel: readonly [tell: TellFrame, tellLoaded: TellLoadedFrame],
  surface: LoaderView,
  script: OwnScript,
) => void;
