/** The fields of a message that determine its links. */
interface MessageLinks {
  role: string;
  links?: readonly unknown[];
}

/**
 * Whether a link in a message may be a link. People can link to any address. An assistant's links may only
 * lead to its documents: addresses that the service lists with the message. All other links are shown as
 * text.
 */
export const mayLink = ({ role, links = [] }: MessageLinks, address: string): boolean =>
  role !== 'assistant' || links.includes(address);

/** The replacement of a forbidden link: its text and its address. */
export const linkAsText = <Node>(children: readonly (Node | string)[], address: string): (Node | string)[] =>
  children.includes(address) ? [...children] : [...children, ` (${address})`];
