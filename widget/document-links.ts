/** The fields of a message that decide its links. */
interface Linked {
  role: string;
  links?: readonly unknown[];
  sources?: readonly { url?: unknown }[];
}

/**
 * Whether a link of a message may be one. People link to any address. An assistant's links lead only to
 * addresses of its documents: those that the service lists with the message, and its sources, which messages
 * of earlier releases have instead. Every other link is text.
 */
export const mayLink = ({ role, links = [], sources = [] }: Linked, address: string): boolean =>
  role !== 'assistant' || links.includes(address) || sources.some(({ url }) => url === address);

/** The text in place of a forbidden link: its words, and its target. */
export const linkAsText = <Node>(children: readonly (Node | string)[], address: string): (Node | string)[] =>
  children.includes(address) ? [...children] : [...children, ` (${address})`];
