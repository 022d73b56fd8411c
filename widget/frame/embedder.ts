import { loose, text, type Loose } from '../model.ts';

/** Messages from the page to the frame. */
export type PageMessage =
  | 'identify'
  | 'identity'
  | 'logout'
  | 'hello'
  | 'open'
  | 'close'
  | 'prefill'
  | 'greet'
  | 'link'
  | 'locale'
  | 'theme'
  | 'request-human'
  | 'reset';

/** Posts a message to the page. Ignored before the page has identified itself. */
export type PostToPage = (type: string, more?: object) => void;

/** Marks the widget's messages among other `postMessage` traffic. */
export const MARK = { chatWidget: 1 };

/** The type and fields of a widget message; the type is empty for other messages. */
export const readMessage = (data: unknown): [type: string, fields: Loose] => {
  const fields = loose(data);
  return [fields.chatWidget === MARK.chatWidget ? text(fields.type) : '', fields];
};

/**
 * The frame's side of the channel to the embedding page. It only accepts messages from that page on one of
 * `origins`, and only posts to that origin.
 */
export const embedder = (
  origins: readonly unknown[],
  handlers: Readonly<Record<PageMessage, (fields: Loose) => void>>,
): PostToPage => {
  const known = new Map(Object.entries(handlers));
  let target = '';
  addEventListener('message', ({ source, origin, data }) => {
    const [type, fields] = readMessage(data);
    const handle = known.get(type);
    if (!handle || source !== parent || parent === window || !origins.includes(origin)) return;
    target = origin;
    handle(fields);
  });
  return (type, more) => {
    if (target) parent.postMessage({ ...MARK, type, ...more }, target);
  };
};
