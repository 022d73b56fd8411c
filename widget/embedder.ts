import { loose, text, type Loose } from './model.ts';

/** What the page says to the frame; nothing that it says names a host, and nothing that it hears is content. */
export type Heard = 'hello' | 'open' | 'close' | 'prefill' | 'locale' | 'theme' | 'request-human' | 'reset';

/** Says something to the page. Before the page has said who it is, nothing is said. */
export type Tell = (type: string, more?: object) => void;

/** Marks the messages of the widget among everything that pages and frames say to each other. */
export const MARK = { chatWidget: 1 };

/** The type and the fields of a message of the widget; no type for anything else. */
export const readMessage = (data: unknown): [type: string, fields: Loose] => {
  const fields = loose(data);
  return [fields.chatWidget === MARK.chatWidget ? text(fields.type) : '', fields];
};

/**
 * The frame's side of the line to the page around it. Only the page itself is listened to, and only on one of `origins`;
 * only that origin is answered.
 */
export const embedder = (
  origins: readonly unknown[],
  handlers: Readonly<Record<Heard, (fields: Loose) => void>>,
): Tell => {
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
