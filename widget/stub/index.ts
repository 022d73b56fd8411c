import type { PanelCalls } from '../panel/index.ts';
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

const script = ownScript(isOurs, given);

/** Starts the widget of the plain tag. Its panel is a module, which is loaded when it is first needed. */
const start = ({ src, dataset }: OwnScript): void => {
  const look = readLook(src, dataset);
  const link = takeLink();
  const release = look.base + WIDGET_RELEASE;
  const key = `chat-widget ${look.base}`;
  const shared = store(() => localStorage, key);
  const tab = store(() => sessionStorage, key);
  const wasOpen = tab().open === true && innerWidth > 479;

  const contentOf = (page: PageWidget): Content => {
    const modules = ownModules(release, page.host);
    const ends = new AbortController();
    let panel: PanelCalls | undefined;
    let isLoading = false;
    let hasFailed = false;
    /** Calls for the panel before it is there. */
    const waiting: ((panel: PanelCalls) => void)[] = [];

    const load = () => {
      if (panel || isLoading || ends.signal.aborted) return;
      isLoading = true;
      hasFailed = false;
      page.mount();
      page.wait();
      modules.panel().then(
        ({ startPanel }) => {
          if (ends.signal.aborted) return;
          panel = startPanel({
            page,
            look,
            link,
            options: dataset,
            shared,
            tab,
            checkModule: modules.checkModule,
            ends,
          });
          for (const call of waiting.splice(0)) call(panel);
        },
        () => {
          isLoading = false;
          hasFailed = true;
          page.wait(() => hasFailed);
        },
      );
    };
    const use = (call: (it: PanelCalls) => void) => {
      if (panel) call(panel);
      else {
        waiting.push(call);
        load();
      }
    };

    /** A conversation with an agent goes on in the tabs that have used it. */
    const isNeeded = () => {
      const status = text(shared().status);
      return !!tab().unsent && (status === 'human_requested' || status === 'claimed');
    };

    onPointerNear(page.surface.launcher, load, ends.signal);
    addEventListener('storage', () => isNeeded() && load(), ends);
    applyTheme(dataset, page.surface.shell.style);

    return {
      load,
      isNeeded,
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
      end() {
        ends.abort();
        panel?.rest();
      },
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
