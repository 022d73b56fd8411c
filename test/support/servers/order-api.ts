import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { closeServer, listen } from './listen.ts';

/** A request as an API of a business got it. */
export interface ApiRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that stands for the API of a business, and answers what a test says. */
export interface OrderApi {
  origin: string;
  /** The newest last. */
  requests: ApiRequest[];
  /** How the next requests are answered. Default: 200 with `{"status":"sent"}`. */
  answer(listener: RequestListener): void;
  /** Answers with a status, and JSON. */
  answerWith(status: number, body?: unknown): void;
  close(): Promise<void>;
}

export async function startOrderApi(): Promise<OrderApi> {
  const requests: ApiRequest[] = [];
  let respond: RequestListener = sends(200, { status: 'sent' });
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body });
      respond(request, response);
    });
  });
  return {
    origin: await listen(server),
    requests,
    answer: (listener) => void (respond = listener),
    answerWith: (status, body) => void (respond = sends(status, body)),
    close: () => closeServer(server),
  };
}

function sends(status: number, body: unknown): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
}
