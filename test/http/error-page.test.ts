import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { endpoint, type ErrorPage } from '../../src/http/endpoint.ts';
import { withErrorPage } from '../../src/http/error-page.ts';
import { html, type HttpReply, type HttpRequest } from '../../src/http/request.ts';
import { startService } from '../support/service/service.ts';

const REQUEST: HttpRequest = {
  method: 'GET',
  path: '/api/a',
  query: new URLSearchParams(),
  params: {},
  serviceOrigin: 'http://localhost',
  clientIp: '127.0.0.1',
  header: () => undefined,
  body: () => Promise.resolve(new Uint8Array()),
};

/** The answer of an endpoint whose store is unavailable, and which answers a browser with a page. */
async function answerWith(errorPage: ErrorPage, accept = 'text/html,*/*;q=0.8'): Promise<HttpReply> {
  const failing = endpoint({
    ...({ name: 'a', method: 'GET', route: 'a', gate: 'anonymous', summary: 'A' } as const),
    replies: {},
    errorPage,
    handle: () => Promise.reject(new AppError('store-unavailable')),
  });
  const service = await startService();
  try {
    const header = (name: string) => (name === 'accept' ? accept : undefined);
    return await withErrorPage(failing).run({ ...REQUEST, header }, service.services);
  } finally {
    await service.close();
  }
}

test('an error page has the status and the headers of the error, and the type text/html', async () => {
  const reply = await answerWith(({ code }) => Promise.resolve(html(200, `<p>${code}</p>`)));
  expect(reply.status).toBe(503);
  expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(reply.body).toBe('<p>store-unavailable</p>');
});

test('an error without a page is answered in JSON', async () => {
  const reply = await answerWith(() => undefined);
  expect(reply.body).toContain('"error":"store-unavailable"');
});

test('a program gets the error in JSON', async () => {
  const page = () => Promise.resolve(html(200, '<p>A page.</p>'));
  const reply = await answerWith(page, 'application/json');
  expect(reply.status).toBe(503);
  expect(reply.body).toContain('"error":"store-unavailable"');
});

test('an error is answered in JSON if its error page fails', async () => {
  const reply = await answerWith(() => Promise.reject(new Error('There is no page.')));
  expect(reply.status).toBe(503);
  expect(reply.body).toContain('"error":"store-unavailable"');
});
