/** A translated text of the page. */
interface Translation {
  /** The original text. */
  words: string;
  shown: Element;
}

/**
 * Keeps a page up to date that the browser translates (docs/adr/0043). Translators remove each text node and
 * insert `<font>` elements. The renderer keeps changing the removed node, so the page would show outdated and
 * duplicate texts. Therefore the node is put back, empty, after its translation. When the page changes or
 * removes it, the translation is removed.
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

  /** The text node has the page's own text again. */
  function end(text: Node): void {
    const known = translations.get(text);
    translations.delete(text);
    if (known) texts.delete(known.shown);
    known?.shown.remove();
  }

  /** The reader has switched back to the original. */
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

/** The element that a translator inserted in place of removed nodes. */
const replacementOf = ({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined =>
  [...addedNodes, previousSibling, nextSibling].find(
    (node): node is HTMLElement => node instanceof HTMLElement && node.localName === 'font',
  );
