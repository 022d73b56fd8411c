import { parentPort } from 'node:worker_threads';
import { parsedDocument, unparsedDocument } from './markdown-sections.ts';
import type { FromMarkdownThread, ToMarkdownThread } from './markdown-thread.ts';

/** The thread that parses documents: it says when it is ready, and answers each document. */
const answer = (message: FromMarkdownThread) => parentPort?.postMessage(message);

parentPort?.on('message', ({ document, as }: ToMarkdownThread) => {
  answer(as === 'text' ? unparsedDocument(document) : parsedDocument(document));
});
answer('ready');
