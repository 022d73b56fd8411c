/** The replacement of a text while the page is translated. */
interface Translation {
  /** The text as the page has written it. */
  words: string;
  shown: Element;
}

/**
 * Keeps a page that its browser translates up to date (docs/adr/0043). Translators take each text node out of
 * the page and leave `<font>` elements in its place. The renderer continues to change and remove the node
 * that it holds, so texts stay as they were, and new ones appear next to them. The node is put back, empty,
 * behind its translation. When the page writes to it or removes it, the translation goes.
 */
export function followTranslation(root: Node): void {
  const translations = new WeakMap<Node, Translation>();
  const texts = new WeakMap<Node, Text>();

  function translated(text: Text, shown: Element): void {
    translations.set(text, { words: text.data, shown });
    texts.set(shown, text);
    text.data = '';
    shown.after(text);
  }

  /** The text is as the page has it. */
  function end(text: Node): void {
    const known = translations.get(text);
    translations.delete(text);
    if (known) texts.delete(known.shown);
    known?.shown.remove();
  }

  /** The reader has chosen the original. */
  function restored(text: Text): void {
    const { words = '' } = translations.get(text) ?? {};
    end(text);
    text.data = words;
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.target instanceof Text && record.target.data !== '') end(record.target);
      for (const node of record.removedNodes) {
        const text = texts.get(node);
        if (text && !node.isConnected) restored(text);
        if (!(node instanceof Text) || node.isConnected) continue;
        const shown = translations.has(node) ? undefined : replacementOf(record);
        if (shown && !texts.has(shown)) translated(node, shown);
        else end(node);
      }
    }
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
}

/** The element that a translator has put where it removed something. */
const replacementOf = ({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined =>
  [...addedNodes, previousSibling, nextSibling].find(
    (node): node is HTMLElement => node instanceof HTMLElement && node.localName === 'font',
  );
