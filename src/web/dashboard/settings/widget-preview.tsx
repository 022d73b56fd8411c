import { useEffect, useRef, useState } from 'preact/hooks';
import { tagAttributes, type TagBranding } from '../embed-tag.ts';

/** Debounce of the preview, in milliseconds. */
const PAUSE_MS = 400;
/** In narrower windows the open chat covers everything, so there it opens on tap. */
const NARROW_PX = 480;

/** The real widget as its tag would show it, on a mock page. */
export function WidgetPreview({ branding }: { branding: TagBranding }) {
  const attributes = tagAttributes(branding);
  const stage = useRef<HTMLDivElement>(null);
  const started = useRef(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!stage.current) return;
    let stop = () => {};
    const begin = () => {
      setFailed(false);
      if (stage.current) stop = show(stage.current, attributes, () => setFailed(true));
    };
    const timer = setTimeout(begin, started.current ? PAUSE_MS : 0);
    started.current = true;
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [JSON.stringify(attributes)]);
  return (
    <figure class="preview beside">
      <div class="site">
        <span class="line" />
        <span class="line" />
        <span class="line" />
        <div ref={stage} class="stage" />
      </div>
      <figcaption class="quiet">
        {failed
          ? 'The preview could not be loaded. The tag is not affected.'
          : 'Live preview. Messages sent here are stored as conversations.'}
      </figcaption>
    </figure>
  );
}

type Attributes = ReturnType<typeof tagAttributes>;

/** A queue of one: a widget that is loading is destroyed before the next one starts. */
let turn = Promise.resolve();

/** Mounts the widget as the tag would on a site; the returned function destroys it. */
function show(stage: HTMLElement, attributes: Attributes, onFailure: () => void): () => void {
  let wanted = true;
  const isWanted = () => wanted;
  let loaded = false;
  const end = () => {
    if (loaded) callWidget('destroy');
    loaded = false;
  };
  turn = turn.then(async () => {
    if (!isWanted()) return;
    loaded = await load(attributes);
    const widget = document.querySelector('chat-widget');
    if (!isWanted()) end();
    else if (!widget) onFailure();
    else {
      stage.append(widget);
      if (innerWidth >= NARROW_PX) openBeside(widget);
    }
  });
  return () => {
    wanted = false;
    end();
  };
}

const SCRIPT = '/api/widget.js';

/** The widget's calls that the preview uses (docs/embed.md, Calls). */
interface PageCalls {
  on(event: 'ready', listener: () => void): void;
}

/** Trusted Types of a browser; TypeScript does not know them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

/** The page's policy allows this one, only for the script of the service. */
const policy = window.trustedTypes?.createPolicy('widget-preview', { createScriptURL: () => SCRIPT });

/** Runs the tag's script; false where it could not be loaded. */
function load(attributes: Attributes): Promise<boolean> {
  const script = document.createElement('script');
  script.src = policy?.createScriptURL(SCRIPT) ?? SCRIPT;
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  for (const [name, value] of attributes) script.setAttribute(name, value);
  return new Promise<boolean>((resolve) => {
    // The widget is there once the page is idle.
    window.ChatWidget = [(widget: PageCalls) => widget.on('ready', () => resolve(true))];
    script.onerror = () => resolve(false);
    document.head.append(script);
  }).finally(() => script.remove());
}

/** Calls the widget on the page, if it has loaded. */
function callWidget(name: 'open' | 'destroy'): void {
  const widget: unknown = window.ChatWidget;
  const method: unknown =
    typeof widget === 'object' && widget !== null ? Reflect.get(widget, name) : undefined;
  if (typeof method === 'function') Reflect.apply(method, widget, []);
}

/** The chat focuses itself when it opens; this keeps the focus in the form. */
function openBeside(widget: Element): void {
  const before = document.activeElement;
  const { scrollX, scrollY } = window;
  callWidget('open');
  const taken = widget.shadowRoot?.activeElement;
  if (taken instanceof HTMLElement) taken.blur();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  window.scrollTo(scrollX, scrollY);
}
