import { useEffect, useRef, useState } from 'preact/hooks';
import type { EmbedChoice } from '../embed-tag.ts';

/** How long the reader pauses before the preview starts anew. */
const PAUSE_MS = 400;
/** Narrower windows show the open chat over everything, so there it waits for the reader's tap. */
const NARROW_PX = 480;

/** The real widget with the chosen title and colour, on a piece of page that stands for the reader's own. */
export function WidgetPreview({ choice }: { choice: EmbedChoice }) {
  const { title, colour } = choice;
  const place = useRef<HTMLDivElement>(null);
  const started = useRef(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    let stop = () => {};
    const begin = () => {
      setFailed(false);
      if (place.current) stop = show(place.current, choice, () => setFailed(true));
    };
    const timer = setTimeout(begin, started.current ? PAUSE_MS : 0);
    started.current = true;
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [title, colour]);
  return (
    <figure class="preview">
      <div class="site">
        <span class="line" />
        <span class="line" />
        <span class="line" />
        <div ref={place} class="stage" />
      </div>
      <figcaption class="quiet">
        {failed
          ? 'The preview could not be loaded. The tag works all the same.'
          : 'This is the real chat: what you ask here is a conversation like any other.'}
      </figcaption>
    </figure>
  );
}

/** Puts the widget into a place of the page as the tag would put it on a site; the returned function ends it. */
function show(place: HTMLElement, { title, colour }: EmbedChoice, onFailure: () => void): () => void {
  const script = document.createElement('script');
  script.src = '/api/widget.js';
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  script.dataset['title'] = title;
  script.dataset['color'] = colour;
  script.onerror = onFailure;
  script.onload = () => {
    const widget = document.querySelector('chat-widget');
    if (!widget) return;
    place.append(widget);
    if (innerWidth >= NARROW_PX) openBeside(widget);
  };
  document.head.append(script);
  return () => {
    script.onload = null;
    script.remove();
    callWidget('destroy');
  };
}

/** Calls the widget that is on the page, if it has come. */
function callWidget(name: 'open' | 'destroy'): void {
  const widget: unknown = window.ChatWidget;
  const method: unknown =
    typeof widget === 'object' && widget !== null ? Reflect.get(widget, name) : undefined;
  if (typeof method === 'function') Reflect.apply(method, widget, []);
}

/** The chat takes the focus when it opens; here the reader keeps it, who may be typing its title. */
function openBeside(widget: Element): void {
  const before = document.activeElement;
  const { scrollX, scrollY } = window;
  callWidget('open');
  const taken = widget.shadowRoot?.activeElement;
  if (taken instanceof HTMLElement) taken.blur();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  window.scrollTo(scrollX, scrollY);
}
