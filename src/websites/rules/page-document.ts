/** The metadata of a page for its document. */
interface PageHead {
  title: string;
  url: string;
  language?: string;
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  pageDate?: string;
}

/**
 * The document of a page: front matter with title, URL (for citations), language and date, then the Markdown.
 */
export function pageDocument({ title, url, language, pageDate }: PageHead, markdown: string): string {
  const lines = [
    `title: ${oneLine(title)}`,
    `url: ${oneLine(url)}`,
    ...(language === undefined ? [] : [`language: ${oneLine(language)}`]),
    ...(pageDate === undefined ? [] : [`date: ${oneLine(pageDate)}`]),
  ];
  return `---\n${lines.join('\n')}\n---\n\n${markdown.trim()}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
