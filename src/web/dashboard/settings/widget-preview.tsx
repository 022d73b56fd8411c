import { useEffect, useRef, useState } from 'preact/hooks';
import type { EmbedChoice } from '../embed-tag.ts';

/** Debounce of the preview, in milliseconds. */
const PAUSE_MS = 400;
/** In narrower windows the open chat covers everything, so there it opens on tap. */
const NARROW_PX = 480;

/** The real widget with the chosen title and color, on a mock page. */
export function WidgetPreview({ choice }: { choice: EmbedChoice }) {
  const { title, color } = choice;
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
  }, [title, color]);
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
          ? 'The preview could not be loaded. The tag is not affected.'
          : 'Live preview. Messages sent here are stored as conversations.'}
      </figcaption>
    </figure>
  );
}

/** A queue of one: a widget that is loading is destroyed before the next one starts. */
let turn = Promise.resolve();

/** Mounts the widget as the tag would on a site; the returned function destroys it. */
function show(place: HTMLElement, choice: EmbedChoice, onFailure: () => void): () => void {
  let wanted = true;
  const isWanted = () => wanted;
  let loaded = false;
  const end = () => {
    if (loaded) callWidget('destroy');
    loaded = false;
  };
  turn = turn.then(async () => {
    if (!isWanted()) return;
    loaded = await load(choice);
    const widget = document.querySelector('chat-widget');
    if (!isWanted()) end();
    else if (!widget) onFailure();
    else {
      place.append(widget);
      if (innerWidth >= NARROW_PX) openBeside(widget);
    }
  });
  return () => {
    wanted = false;
    end();
  };
}

/** Runs the tag's script; false where it could not be loaded. */
function load({ title, color }: EmbedChoice): Promise<boolean> {
  const script = document.createElement('script');
  script.src = '/api/widget.js';
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  script.dataset['title'] = title;
  script.dataset['color'] = color;
  return new Promise<boolean>((resolve) => {
    // The widget mounts in a task of its own, which is queued before this one.
    script.onload = () => setTimeout(() => resolve(true));
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
