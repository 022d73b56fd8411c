import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ParseDocuments } from '../adapters/knowledge/parsed-documents.ts';
import { lazy } from '../lib/caching.ts';
import type { Clock, DocumentReader, LanguageDetection, ReadQuestionWords } from '../ports.ts';

/** The reader of documents. It and its parsers are loaded for the first file. */
export function openDocumentReader(worker: URL, clock: Clock): DocumentReader {
  const open = lazy(async () => {
    const { documentReader } = await import('../adapters/documents/reader.ts');
    return documentReader({ worker, clock });
  });
  return {
    read: async (file) => (await open()).read(file),
    readPage: async (page) => (await open()).readPage(page),
    readSitemap: async (...of) => (await open()).readSitemap(...of),
    readRobotsTxt: async (...of) => (await open()).readRobotsTxt(...of),
    readApi: async (...of) => (await open()).readApi(...of),
  };
}

/**
 * The thread that parses documents, loaded on first use. The service that runs from its sources runs the
 * thread's source.
 */
export function openMarkdownParser(assetsDir: string, clock: Clock): ParseDocuments {
  const open = lazy(async () => {
    const { threadParser } = await import('../adapters/knowledge/markdown-thread.ts');
    const { cachedParser } = await import('../adapters/knowledge/parsed-documents.ts');
    const worker = import.meta.url.endsWith('.ts')
      ? new URL('../adapters/knowledge/markdown-worker.ts', import.meta.url)
      : pathToFileURL(join(assetsDir, 'markdown-worker.js'));
    return cachedParser(threadParser({ worker, clock }));
  });
  return async (documents) => (await open())(documents);
}

/** The parts of the search that read questions, loaded with the first question. */
export const readQuestionWords: ReadQuestionWords = async (asked) => {
  const { questionWords } = await import('../adapters/knowledge/question-words.ts');
  return await questionWords(asked);
};

/** The detection of languages, whose word lists are loaded with the first text. */
export const detectLanguages: LanguageDetection = {
  async detect(...of) {
    const { detectLanguage } = await import('../adapters/knowledge/language-detection.ts');
    return detectLanguage(...of);
  },
  async isIn(...of) {
    const { isCertainlyIn } = await import('../adapters/knowledge/language-detection.ts');
    return isCertainlyIn(...of);
  },
};
