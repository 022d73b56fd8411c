import type { PanelCalls } from '../panel/index.ts';
import { loadTexts } from '../languages/load-texts.ts';
import { text } from '../model.ts';
import { store } from '../storage.ts';
import { applyTheme, readLook } from './config.ts';
import { takeLink } from './email-link.ts';
import { ownModules } from './modules.ts';
import { onPointerNear } from './near.ts';
import { ownScript, type OwnScript } from './own-script.ts';
import { isStarted } from './page-api.ts';
import { pageWidget, type Content, type PageWidget } from './page-widget.ts';

/** The options of the default widget, which the service inserts (widget/build.ts). */
declare const given: Record<string, string>;

/**
 * The bytes of a pinned release are fixed, so the service cannot insert its URL. The version is in the URL of
 * the tag instead.
 */
const isOurs = (src: string) => src.startsWith(SCRIPT_ADDRESS) || src.includes(WIDGET_RELEASE);

/** After this time a panel that could not be loaded is tried again for an agent, in milliseconds. */
const AGAIN_MS = 20_000;

const script = ownScript(isOurs, given);

/** Starts the widget of the plain tag. Its panel is a module, which is loaded when it is first needed. */
const start = ({ src, dataset, nonce }: OwnScript): void => {
  const look = readLook(src, dataset);
  const link = takeLink();
  const release = look.base + WIDGET_RELEASE;
  const key = `chat-widget ${look.base}`;
  const shared = store(() => localStorage, key);
  const tab = store(() => sessionStorage, key);
  const wasOpen = tab().open === true && innerWidth > 479;

  const contentOf = (page: PageWidget): Content => {
    const modules = ownModules(release, page.host, nonce);
    const { signal } = page;
    const hasEnded = () => signal.aborted;
    let panel: PanelCalls | undefined;
    let isLoading = false;
    let hasFailed = false;
    /** Calls for the panel before it is there. */
    const waiting: ((panel: PanelCalls) => void)[] = [];

    /**
     * Starts the panel with its module and the visitor's texts, which are loaded at the same time. Undefined
     * if the chat has left the page.
     */
    const startLoaded = async () => {
      const language = page.language();
      const loading = loadTexts(release, language);
      const { startPanel } = await modules.panel();
      const texts = await loading;
      if (hasEnded()) return undefined;
      return startPanel({
        page,
        look,
        link,
        options: dataset,
        language,
        texts,
        shared,
        tab,
        checkModule: modules.checkModule,
      });
    };
    const load = async () => {
      if (panel || isLoading || hasEnded()) return;
      isLoading = true;
      page.showContent('loading');
      try {
        panel = await startLoaded();
      } catch (error) {
        if (hasEnded()) return;
        console.warn(error);
        hasFailed = true;
        page.showContent('failed');
        // The messages of an agent do not wait until the visitor tries it again.
        if (hasAgent() && !page.isOpen()) setTimeout(() => void load(), AGAIN_MS);
      } finally {
        isLoading = false;
      }
      if (!panel) return;
      page.showContent('ready');
      for (const call of waiting.splice(0)) call(panel);
    };
    const use = (call: (it: PanelCalls) => void) => {
      if (panel) call(panel);
      else {
        waiting.push(call);
        if (page.isMounted()) void load();
      }
    };

    /** A conversation with an agent goes on in the tabs that have used it. */
    const hasAgent = () => {
      const status = text(shared().status);
      return !!tab().unsent && (status === 'human_requested' || status === 'claimed');
    };

    /** Loads the panel before a visitor opens it. After a failure it waits for the visitor. */
    const loadAhead = () => {
      if (page.isMounted() && !hasFailed) void load();
    };
    onPointerNear(page.surface.launcher, loadAhead, signal);
    addEventListener('storage', () => hasAgent() && loadAhead(), { signal });
    applyTheme(dataset, page.surface.shell.style);

    return {
      load: () => void load(),
      isNeeded: () => !!waiting[0] || hasAgent(),
      show(open) {
        if (open || panel) use((it) => it.show(page.isOpen()));
      },
      prefill: (draft) => use((it) => it.prefill(draft)),
      requestHuman: () => use((it) => it.requestHuman()),
      reset() {
        // Nothing is left for the next visitor, even if the page is left before the panel is there.
        store(() => localStorage, `${key} list`)({});
        if (panel) panel.restart();
        else shared({});
      },
      setLocale: () => panel?.speak(),
      setTheme: () => {},
      unread: () => panel?.unread() ?? 0,
      end: () => panel?.rest(),
    };
  };

  pageWidget({
    script,
    look,
    release,
    isWanted: wasOpen || !!link,
    contentOf,
  });
};

if (!script.src.startsWith('http')) console.warn('no script');
else if (!isStarted()) start(script);
