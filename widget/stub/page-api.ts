import { list, loose } from '../model.ts';

type Listener = (detail: never) => void;

/** Dispatches an event to the page. */
export type EmitEvent = <Name extends keyof ChatWidgetEvents>(
  event: Name,
  ...detail: undefined extends ChatWidgetEvents[Name] ? [] : [ChatWidgetEvents[Name]]
) => void;

/** The listeners of the page for events of the chat (docs/embed.md, Events). */
export const pageListeners = () => {
  let listeners: [string, Listener][] = [];
  return {
    emit: (event: string, detail?: unknown) => {
      // Each listener runs in a separate task, so that its exceptions do not affect the widget.
      for (const [name, listener] of listeners) if (name === event) setTimeout(listener, 0, detail);
    },
    on(event: string, listener: Listener) {
      listeners.push([event, listener]);
    },
    off(event: string, listener: Listener) {
      listeners = listeners.filter(([name, it]) => name !== event || it !== listener);
    },
  };
};

const isCall = (value: unknown): value is ChatWidgetCall => typeof value === 'function';

/** Whether a chat has started on this page. */
export const isStarted = (): boolean => !!loose(window.ChatWidget).version;

/** Makes the calls of the page available (docs/embed.md, Calls), after those that it has made before. */
export const publish = (
  calls: Omit<ChatWidget, 'push' | 'version'>,
  extend = (_widget: ChatWidget) => {},
): void => {
  const earlier = list(window.ChatWidget);
  const widget: ChatWidget = {
    ...calls,
    version: WIDGET_RELEASE.slice('widget/'.length, -1),
    push(...more) {
      for (const it of more) if (isCall(it)) it(widget);
    },
  };
  extend(widget);
  window.ChatWidget = widget;
  widget.push(...earlier.filter(isCall));
};
