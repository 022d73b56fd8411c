import type { PageMessage } from '../frame/embedder.ts';
import type { LauncherView } from './launcher.ts';
import type { OwnScript } from '../stub/own-script.ts';

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

/** The way from the page to the frame. */
interface Channel {
  tell: PostToFrame;
  tellLoaded: PostToLoadedFrame;
  /** Whether the frame was loaded, or is loading. */
  isLoaded(): boolean;
}

/** An optional part of the script of registered widgets, included only for those that use it. */
export type LauncherPart = (
  widget: PageApi,
  channel: Channel,
  surface: LauncherView,
  script: OwnScript,
) => void;
