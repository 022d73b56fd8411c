import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { closeServer, listen } from './listen.ts';

interface ApiRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A stand-in for a business's API with scripted responses. */
interface OrderApi {
  origin: string;
  /** Newest last. */
  requests: ApiRequest[];
  /** Sets the handler of the next requests. Default: 200 with `{"status":"sent"}`. */
  answer(listener: RequestListener): void;
  /** Sets a status and JSON for the next requests. */
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
