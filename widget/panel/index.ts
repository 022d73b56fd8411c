import { api } from '../api.ts';
import { languageOf, loadTexts } from '../languages/load-texts.ts';
import { sayIn } from '../languages/say.ts';
import type { Options } from '../stub/config.ts';
import type { PageWidget } from '../stub/page-widget.ts';
import type { Loose } from '../model.ts';
import type { Store } from '../storage.ts';
import { announce } from './announce.ts';
import { readPanelOptions } from './config.ts';
import { conversation } from './conversation.ts';
import { laterModules, type CheckModule } from './modules.ts';
import { unread, type State } from './state.ts';
import { view } from './view.ts';

// The parts of the chat for the frame of a registered widget, which starts them differently.
export { announce } from './announce.ts';
export { conversation } from './conversation.ts';
export { laterModules } from './modules.ts';
export { unread, withPerson } from './state.ts';
export { view } from './view.ts';

/** The base URL of the files of this release. */
export const release = new URL('.', import.meta.url).href;

/** The calls of the script of the page, once the panel is there. */
export interface PanelCalls {
  show(open: boolean): void;
  prefill(draft: string): void;
  requestHuman(): void;
  restart(): void;
  /** Takes over the language that the page wants now. */
  speak(): void;
  unread(): number;
  rest(): void;
}

interface PanelOptions {
  page: PageWidget;
  /** Title and base URL. */
  look: { title: string; base: string };
  options: Options;
  /** The language of the texts. */
  language: string;
  texts: Loose;
  /** The token of an e-mail's link that led to this page. */
  link: string | undefined;
  /** All tabs of the site share it. */
  shared: Store;
  /** It survives a reload of the tab. */
  tab: Store;
  checkModule: CheckModule;
}

/** Starts the chat in the panel of the plain tag. */
export const startPanel = (options: PanelOptions): PanelCalls => {
  const { page, look, link, shared, tab, checkModule } = options;
  const config = { ...look, ...readPanelOptions(options.options), link };
  const { surface, signal } = page;
  const call = api(config.base);
  const modules = laterModules(checkModule);
  let { language } = options;

  // Without its module there is no tone.
  const chime = () =>
    void modules.agent().then(
      (it) => it.chime(),
      () => {},
    );
  const onChange = (next: State, previous: State) => {
    content.show(next, next.open !== previous.open);
    announce(next, previous, { emit: page.emit, chime });
  };
  const chat = conversation({ call, shared, tab, loadAgent: modules.agent, onChange });
  const content = view({ ...surface, root: page.root, toggle: page.toggle }, config, chat, modules);

  const show = (texts: Loose) => content.speak(sayIn(texts), texts.You ? languageOf(language) : 'en');
  const speak = async () => {
    const next = page.language();
    if (next === language) return;
    language = next;
    show(await loadTexts(release, next));
  };

  const wake = () => {
    if (!document.hidden) chat.wake();
  };
  for (const event of ['online', 'visibilitychange']) addEventListener(event, wake, { signal });
  addEventListener('pagehide', chat.rest, { signal });
  addEventListener('storage', chat.follow, { signal });
  show(options.texts);
  void speak();
  chat.follow();

  return {
    show: chat.show,
    prefill: content.setDraft,
    requestHuman: () => chat.askPerson(),
    restart: chat.restart,
    speak: () => void speak(),
    unread: () => unread(chat.state()),
    rest: chat.rest,
  };
};
