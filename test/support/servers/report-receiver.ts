import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listen } from './listen.ts';

/** A publisher on the loopback that keeps its requests, byte for byte. It knows no plan. */
export interface ReportReceiver {
  url: string;
  /** The statuses of the next answers to reports; 202 once they are used up. */
  answer: number[];
  /** Everything that was asked, as `METHOD path`. */
  readonly asked: string[];
  /** Every request's line, headers and body, as they were read. */
  readonly heard: string[];
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
    heard,
    of: (kind) => reports.filter(({ path }) => path === `/api/reports/${kind}`).map(({ body }) => body),
    close: () => closeServer(server),
  };
  return receiver;
}
