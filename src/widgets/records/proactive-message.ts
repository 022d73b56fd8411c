import * as z from 'zod/mini';
import { fieldsOf, text, uuid } from '../../lib/fields.ts';

/** The maximum number of messages per widget; all are in the script that every page loads. */
const MAX_MESSAGES = 10;
/** The maximum length of a card, in characters: about three lines. */
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
 * A message that a registered widget shows on a card next to its launcher. The visitor's browser decides
 * which message to show (ADR 28).
 */
export const ProactiveMessage = z.object({
  /** Devices store the ids of the messages that they have shown. */
  id: uuid(),
  text: text(MAX_MESSAGE_TEXT),
  /** A path, in which `*` matches any characters; absent: every page. */
  page: z.optional(pagePattern()),
  /** How long the page must have been visible. */
  seconds: z._default(
    z.int(WHOLE_SECONDS).check(z.minimum(0, WHOLE_SECONDS), z.maximum(3600, WHOLE_SECONDS)),
    0,
  ),
  /** Which visitors see it: all, first-time or returning ones. */
  visitors: z._default(z.enum(['all', 'first-visit', 'returning']), 'all'),
  /** A card that was not closed is shown once per device, or once per visit. */
  oncePer: z._default(z.enum(['visitor', 'visit']), 'visitor'),
  enabled: z._default(z.boolean(), true),
});
export type ProactiveMessage = z.output<typeof ProactiveMessage>;

/** The messages of a widget; a page shows the first one that matches. */
export const ProactiveMessages = z.array(ProactiveMessage).check(
  z.maxLength(MAX_MESSAGES, `must be at most ${MAX_MESSAGES} messages`),
  z.refine(
    (messages) => new Set(messages.map(({ id }) => id)).size === messages.length,
    'must have different ids',
  ),
);

/** A message in the widget's script. */
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

/** The messages for a widget's script: the enabled ones, with percent-encoded paths. */
export function scriptMessages(messages: readonly ProactiveMessage[] = []): ScriptMessage[] {
  return messages
    .filter(({ enabled }) => enabled)
    .map((message) => ({
      ...scriptFields(message),
      ...(message.page !== undefined && { page: encodedPath(message.page) }),
    }));
}

/** A path in the form of `location.pathname`: percent-encoded, without `.` and `..` segments. */
function encodedPath(path: string): string {
  const address = new URL('https://site.invalid');
  address.pathname = path;
  return address.pathname;
}
