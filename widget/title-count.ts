/** Whether the owner of the site wants it: the option `data-unread-title` of the tag, or of the page. */
const isWanted = () =>
  !document.querySelector('script[data-unread-title="false"]') &&
  String(window.chatWidgetSettings?.unreadTitle) !== 'false';

/** Puts a number of unread messages before the title of the page, and takes it away at zero. */
export const titleCount = (): ((count: number) => void) => {
  /** The part of the title that is not the page's. */
  let prefix = '';
  return (count) => {
    const next = count && isWanted() ? `(${count}) ` : '';
    if (next === prefix) return;
    // The page may have set another title in the meantime.
    const { title } = document;
    document.title = next + (title.startsWith(prefix) ? title.slice(prefix.length) : title);
    prefix = next;
  };
};
