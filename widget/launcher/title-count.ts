/** Whether the site owner wants the count: `data-unread-title` of the tag or of the page. */
const isWanted = () =>
  !document.querySelector('script[data-unread-title="false"]') &&
  String(window.chatWidgetSettings?.unreadTitle) !== 'false';

/** Adds the number of unread messages to the page's title, and removes it at zero. */
export const titleCount = (): ((count: number) => void) => {
  /** The added part of the title. */
  let prefix = '';
  return (count) => {
    const next = count && isWanted() ? `(${count}) ` : '';
    if (next === prefix) return;
    // The page may have changed its title in the meantime.
    const { title } = document;
    document.title = next + (title.startsWith(prefix) ? title.slice(prefix.length) : title);
    prefix = next;
  };
};
