import type { Root } from 'hast';
import { emailAddress } from '../../conversations/rules/contact.ts';
import { attribute, eachElement, text } from './html-elements.ts';

/** The page that Cloudflare writes in place of an e-mail address. Its fragment is the hidden address. */
const PAGE = /^(?:https?:\/\/[^/?#]+)?\/cdn-cgi\/l\/email-protection(?:#([\da-f]+))?$/i;
const HIDDEN = /^(?:[\da-f]{2}){2,1000}$/i;

/**
 * Restores the e-mail addresses that Cloudflare's protection hides, which its script does in a browser. The
 * first byte of a hidden address is the key, and the others are XORed with it.
 */
export function restoreAddresses(page: Root): Root {
  eachElement(page, (element) => {
    const inText = shown(attribute(element, 'dataCfemail'));
    if (inText !== undefined) element.children = [text(inText)];
    const [link, inLink] = PAGE.exec(attribute(element, 'href') ?? '') ?? [];
    if (element.tagName !== 'a' || link === undefined) return;
    const address = shown(inLink) ?? inText;
    element.properties['href'] = address === undefined ? undefined : `mailto:${address}`;
  });
  return page;
}

/** The address, which can have parameters such as `?subject=`; undefined for any other text. */
function shown(hidden = ''): string | undefined {
  if (!HIDDEN.test(hidden)) return undefined;
  const [key = 0, ...bytes] = Buffer.from(hidden, 'hex');
  const address = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
  return emailAddress(address.split('?', 1)[0] ?? '') === undefined ? undefined : address;
}
