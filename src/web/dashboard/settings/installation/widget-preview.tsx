import { useEffect, useRef, useState } from 'preact/hooks';
import { completeOptions } from '../../../../widgets/rules/default-widget.ts';
import type { DefaultWidget } from '../../../../widgets/wire/default-widget.ts';
import { tagAttributes } from './embed-tag.ts';
import { trustedScript } from '../../../ui/trusted-script.ts';

/** Debounce time of the preview, in milliseconds. */
const PAUSE_MS = 400;
/** In narrower windows, in pixels, the open chat covers the page, so it is opened by a tap. */
const NARROW_PX = 480;

/** The default widget as the script tag would show it, on an example page. `greeting` is the assistant's. */
export function WidgetPreview({
  widget,
  greeting = '',
}: {
  widget: DefaultWidget;
  greeting?: string | undefined;
}) {
  const options = completeOptions(widget);
  const attributes = tagAttributes({ ...options, greeting: options['greeting'] || greeting });
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
          ? 'The preview could not be loaded. The chat on your site is not affected.'
          : 'Live preview. Messages sent here are stored as conversations.'}
      </figcaption>
    </figure>
  );
}

type Attributes = ReturnType<typeof tagAttributes>;

/** A queue of one: the previous widget is destroyed before the next one starts. */
let turn = Promise.resolve();

/** Starts the widget as the script tag would. The returned function destroys it. */
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
      if (innerWidth >= NARROW_PX) openKeepingFocus(widget);
    }
  });
  return () => {
    wanted = false;
    end();
  };
}

const SCRIPT = trustedScript('widget-preview', '/api/widget.js');

/** The parts of the widget's API that the preview uses (docs/embed.md, Calls). */
interface PageCalls {
  on(event: 'ready', listener: () => void): void;
}

/** The browser's Trusted Types, which TypeScript has no types for. */
/** Runs the widget's script. Resolves to false if it could not be loaded. */
function load(attributes: Attributes): Promise<boolean> {
  const script = document.createElement('script');
  script.src = SCRIPT;
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  for (const [name, value] of attributes) script.setAttribute(name, value);
  return new Promise<boolean>((resolve) => {
    // The widget starts when the page is idle.
    window.ChatWidget = [(widget: PageCalls) => widget.on('ready', () => resolve(true))];
    script.onerror = () => resolve(false);
    script.onload = () => {
      // The script has started nothing, because the chat is off the site.
      if (Array.isArray(window.ChatWidget)) resolve(false);
    };
    document.head.append(script);
  }).finally(() => script.remove());
}

/** Calls the widget's API, if it has loaded. */
function callWidget(name: 'open' | 'destroy'): void {
  const widget: unknown = window.ChatWidget;
  const method: unknown =
    typeof widget === 'object' && widget !== null ? Reflect.get(widget, name) : undefined;
  if (typeof method === 'function') Reflect.apply(method, widget, []);
}

/** Opens the chat and keeps the focus in the form. */
function openKeepingFocus(widget: Element): void {
  const before = document.activeElement;
  const { scrollX, scrollY } = window;
  callWidget('open');
  const taken = widget.shadowRoot?.activeElement;
  if (taken instanceof HTMLElement) taken.blur();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  window.scrollTo(scrollX, scrollY);
}
