import type { PageMessage } from './embedder.ts';
import type { LoaderView } from './loader-view.ts';
import type { OwnScript } from './own-script.ts';

/** The page API that a part uses or replaces. */
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

/** Posts to the frame if it has loaded; with `later` also after it has loaded. */
export type PostToFrame = (type: PageMessage, more?: object, later?: boolean) => void;

/** Returns a function that loads the frame, and posts to it after it has loaded. */
export type PostToLoadedFrame = (type: PageMessage) => () => void;

/**
 * An optional part of the loader, included only for widgets that use it. Parameters are passed by position,
 * because property names would need bytes.
 */
export type LoaderPart = (
  widget: PageApi,
  channel: readonly [tell: PostToFrame, tellLoaded: PostToLoadedFrame],
  surface: LoaderView,
  script: OwnScript,
) => void;
