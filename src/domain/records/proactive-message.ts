import * as z from 'zod/mini';
import { fieldsOf, text, uuid } from './fields.ts';

/** The most messages of one widget: all are in its script, on every page that embeds it. */
const MAX_MESSAGES = 10;
/** The most characters of a card: about three lines. */
const MAX_MESSAGE_TEXT = 160;
const MAX_PAGE_PATTERN = 200;

const WHOLE_SECONDS = 'must be a whole number from 0 to 3600';

const pagePattern = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(MAX_PAGE_PATTERN, `must be at most ${MAX_PAGE_PATTERN} characters`),
      z.regex(
        /^\/[^?#\\\p{C}]*$/u,
        'must be a path such as /pricing or /products/*, without a domain, a query or a fragment',
      ),
    );

/**
 * A message that a registered widget shows unasked, on a card next to its launcher. Which one shows is
 * decided in the visitor's browser (docs/adr/0028).
 */
export const ProactiveMessage = z.object({
  /** Devices remember by it what they have shown. */
  id: uuid(),
  text: text(MAX_MESSAGE_TEXT),
  /** A path, in which `*` stands for any characters; without one, every page. */
  page: z.optional(pagePattern()),
  /** How long the page has been visible. */
  seconds: z._default(
    z.int(WHOLE_SECONDS).check(z.minimum(0, WHOLE_SECONDS), z.maximum(3600, WHOLE_SECONDS)),
    0,
  ),
  /** Who sees it: all, those on their first visit, or those who were here before. */
  visitors: z._default(z.enum(['all', 'first-visit', 'returning']), 'all'),
  /** A card that was not closed shows once on a device, or once in each visit. */
  oncePer: z._default(z.enum(['visitor', 'visit']), 'visitor'),
  enabled: z._default(z.boolean(), true),
});
export type ProactiveMessage = z.output<typeof ProactiveMessage>;

/** The messages of a widget; the first one that fits a page shows. */
export const ProactiveMessages = z.array(ProactiveMessage).check(
  z.maxLength(MAX_MESSAGES, `must be at most ${MAX_MESSAGES} messages`),
  z.refine(
    (messages) => new Set(messages.map(({ id }) => id)).size === messages.length,
    'must have different ids',
  ),
);

/** A message as a widget's script holds it. */
const ScriptMessage = z.pick(ProactiveMessage, {
  id: true,
  text: true,
  page: true,
  seconds: true,
  visitors: true,
  oncePer: true,
});
export type ScriptMessage = z.output<typeof ScriptMessage>;
const scriptFields = fieldsOf(ScriptMessage);

/** The messages that the script of a widget holds: the enabled ones, with paths as browsers write them. */
export function scriptMessages(messages: readonly ProactiveMessage[] = []): ScriptMessage[] {
  return messages
    .filter(({ enabled }) => enabled)
    .map((message) => ({
      ...scriptFields(message),
      ...(message.page !== undefined && { page: encodedPath(message.page) }),
    }));
}

/** A path as `location.pathname` has it: percent-encoded, without `.` and `..` segments. */
function encodedPath(path: string): string {
  const address = new URL('https://site.invalid');
  address.pathname = path;
  return address.pathname;
}
