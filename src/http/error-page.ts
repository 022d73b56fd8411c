import type { Endpoint, ErrorPage } from './endpoint.ts';
import { bug } from './errors.ts';
import { isForPerson } from './negotiation.ts';
import type { HttpReply, HttpRequest } from './request.ts';

/**
 * The error reply for a request: a browser gets it as a page, with the status and the headers of the error. A
 * page that fails is passed to `failed`, and the JSON is sent.
 */
export async function asErrorPage(
  reply: HttpReply,
  request: Pick<HttpRequest, 'header'>,
  render: () => Promise<HttpReply> | undefined,
  failed: (error: unknown) => void,
): Promise<HttpReply> {
  if (!isForPerson(request)) return reply;
  try {
    const page = await render();
    return page ? { ...page, status: reply.status, headers: { ...reply.headers, ...page.headers } } : reply;
  } catch (error) {
    failed(error);
    return reply;
  }
}

/** An endpoint whose errors are pages for browsers; `otherwise`: the default page. */
export function withErrorPage(endpoint: Endpoint, otherwise?: ErrorPage): Endpoint {
  const errorPage = endpoint.errorPage ?? otherwise;
  if (!errorPage) return endpoint;
  return {
    ...endpoint,
    async run(request, services) {
      const reply = await endpoint.run(request, services);
      const { error: code } = reply;
      if (code === undefined) return reply;
      const render = () => errorPage({ code, request, services });
      return await asErrorPage(reply, request, render, (error) => {
        services.telemetry.record(bug(error, reply.headers['x-request-id'] ?? '', endpoint.name));
      });
    },
  };
}
