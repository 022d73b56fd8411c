import { Readable } from 'node:stream';
import { fileTypeOf } from '../../lib/file-types.ts';
import { isNotFoundPage } from '../../websites/rules/not-found.ts';
import type { SkipReason } from '../../websites/rules/skip-reasons.ts';
import { isChosenLanguage, languageTag } from '../../websites/rules/languages.ts';
import type { Clock, DocumentReader, PageText, ParsedPage, WebsiteChoices } from '../../ports.ts';
import { robotsHeader } from './answers.ts';
import { retryWhileBusy, unreadableReason } from './busy-reader.ts';
import { validatorsOf, type FetchedPage } from './page-fetch.ts';
import type { StyleSheets } from './style-sheets.ts';

/** The text of a fetched page, and its links, unchecked. */
export type PageContent =
  | (Omit<PageText, 'links'> & {
      links: readonly string[];
      canonical?: string;
      alternates: ParsedPage['alternates'];
    })
  | { kind: 'left-out'; reason: SkipReason; links: readonly string[] }
  | { kind: 'moved'; location: string };

const HTML = /html|^$/;

export interface PageReaderOptions {
  documents: DocumentReader;
  clock: Clock;
  choices: WebsiteChoices;
  styleSheets: StyleSheets;
}

/** Reads a fetched page or file in the document reader's thread. */
export async function readFetched(
  fetched: FetchedPage,
  options: PageReaderOptions,
  signal: AbortSignal,
): Promise<PageContent> {
  const { url, type, bytes } = fetched;
  const sniffed = fileTypeOf(bytes, type !== '' && HTML.test(type) ? 'page.html' : new URL(url).pathname);
  if (sniffed === undefined || sniffed === 'text') return skipped('wrong-type');
  if (bytes.length === 0) return skipped('empty');
  try {
    if (sniffed === 'html') return await htmlPage(fetched, options, signal);
    return options.choices.files ? await file(fetched, sniffed, options, signal) : skipped('file');
  } catch (error) {
    const reason = unreadableReason(error);
    if (reason === undefined) throw error;
    return skipped(reason);
  }
}

const skipped = (reason: SkipReason, links: readonly string[] = []): PageContent => ({
  kind: 'left-out',
  reason,
  links,
});

async function htmlPage(
  fetched: FetchedPage,
  { documents, clock, choices, styleSheets: read }: PageReaderOptions,
  signal: AbortSignal,
): Promise<PageContent> {
  const { url, headers, bytes } = fetched;
  const styleSheets = await read(fetched, signal);
  const [, charset] = /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? [];
  const page = await retryWhileBusy(clock, signal, () =>
    documents.readPage({ url, bytes, styleSheets, ...(charset !== undefined && { charset }) }),
  );
  if (page.refresh !== undefined) return { kind: 'moved', location: page.refresh };
  const header = robotsHeader(headers['x-robots-tag']);
  const links = page.nofollow || header.nofollow ? [] : page.links;
  if (page.noindex || header.noindex) return skipped('noindex', links);
  if (page.outcome !== 'text') return skipped(page.outcome, links);
  if (isNotFoundPage(page)) return skipped('soft-404', links);
  const language = languageTag(page.language) ?? languageTag(headers['content-language']?.split(',')[0]);
  if (!isChosenLanguage(language, choices.languages)) return skipped('language', links);
  return {
    ...textOf(page, url),
    ...(language !== undefined && { language }),
    ...validatorsOf(headers),
    links,
  };
}

function textOf(
  { title, markdown, words, leftOut: parts, pageDate, canonical, alternates }: ParsedPage,
  url: string,
) {
  return {
    kind: 'page' as const,
    url,
    title: title === '' ? new URL(url).pathname : title,
    markdown,
    words,
    ...(parts.length > 0 && { skippedParts: parts }),
    isFile: false,
    ...(pageDate !== undefined && { pageDate }),
    ...(canonical !== undefined && { canonical }),
    alternates,
  };
}

/** The front matter that the document reader writes. */
const FRONT_MATTER = /^---\ntitle: ([^\n]*)\n(?:[^\n]*\n)*?---\n\n/;

async function file(
  { url, headers, bytes }: FetchedPage,
  type: 'pdf' | 'zip' | 'old-office',
  { documents, clock }: PageReaderOptions,
  signal: AbortSignal,
): Promise<PageContent> {
  if (robotsHeader(headers['x-robots-tag']).noindex) return skipped('noindex');
  const name = (new URL(url).pathname.split('/').at(-1) ?? '').replaceAll('%20', ' ');
  const { markdown, leftOut: parts } = await retryWhileBusy(clock, signal, () =>
    documents.read({ type, name, bytes: bytes.length, pieces: Readable.from([bytes]) }),
  );
  const [frontMatter = '', title = name] = FRONT_MATTER.exec(markdown) ?? [];
  const body = markdown.slice(frontMatter.length);
  const words = body.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const read = { kind: 'page', url, title, markdown: body, words, isFile: true } as const;
  return {
    ...read,
    ...(parts && { skippedParts: parts }),
    ...validatorsOf(headers),
    links: [],
    alternates: [],
  };
}
