/** What a message says about where its links may lead. */
interface Linked {
  role: string;
  links?: readonly unknown[];
  sources?: readonly { url?: unknown }[];
}

/**
 * Whether a link of a message may be one. People link to what they want; an assistant's links lead to
 * addresses of its documents only: those that the service lists with the message, and its sources, which
 * messages of earlier releases have alone. Every other link is text.
 */
export const mayLink = ({ role, links = [], sources = [] }: Linked, address: string): boolean =>
  role !== 'assistant' || links.includes(address) || sources.some(({ url }) => url === address);

/** What is shown in the place of a link that may not be one: its words, and where it leads. */
export const linkAsText = <Node>(children: readonly (Node | string)[], address: string): (Node | string)[] =>
  children.includes(address) ? [...children] : [...children, ` (${address})`];
