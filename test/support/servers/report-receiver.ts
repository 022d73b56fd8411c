import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listen } from './listen.ts';

/** A publisher on the loopback interface that records requests byte for byte. It has no plans. */
export interface ReportReceiver {
  url: string;
  /** The statuses of the next responses to reports; 202 when the list is empty. */
  answer: number[];
  /** All requests as `METHOD path`. */
  readonly asked: string[];
  /** The line, headers and body of each request, unparsed. */
  readonly rawRequests: string[];
  /** The reports of a kind, oldest first. */
  of(kind: 'seat' | 'deploy'): unknown[];
  close(): Promise<void>;
}

export async function startReportReceiver(): Promise<ReportReceiver> {
  const asked: string[] = [];
  const heard: string[] = [];
  const reports: { path: string; body: unknown }[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    asked.push(`${method} ${url}`);
    void text(request).then((body) => {
      heard.push([method, url, ...request.rawHeaders, body].join('\n'));
      if (method !== 'POST') return void response.writeHead(404).end();
      reports.push({ path: url, body: JSON.parse(body) });
      response.writeHead(receiver.answer.shift() ?? 202).end();
    });
  });
  const receiver: ReportReceiver = {
    url: await listen(server),
    answer: [],
    asked,
    rawRequests: heard,
    of: (kind) => reports.filter(({ path }) => path === `/api/reports/${kind}`).map(({ body }) => body),
    close: () => closeServer(server),
  };
  return receiver;
}
