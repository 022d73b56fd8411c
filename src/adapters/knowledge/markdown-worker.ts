import { parentPort } from 'node:worker_threads';
import { parseDocument, plainTextDocument } from './markdown-sections.ts';
import type { FromMarkdownThread, ToMarkdownThread } from './markdown-thread.ts';

/** The worker thread that parses documents. It signals that it is ready, and answers each document. */
const answer = (message: FromMarkdownThread) => parentPort?.postMessage(message);

parentPort?.on('message', ({ document, as }: ToMarkdownThread) => {
  answer(as === 'text' ? plainTextDocument(document) : parseDocument(document));
});
answer('ready');
