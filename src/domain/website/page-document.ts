/** The head of a page's document, before its text. */
export interface PageHead {
  title: string;
  url: string;
  language?: string;
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  pageDate?: string;
}

/**
 * A page as a document of the knowledge: its title, its address, which its citations link to, its language
 * and its own date in the front matter, then its Markdown.
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
