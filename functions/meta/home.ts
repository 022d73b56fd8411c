import { endpoint } from '../../src/http/endpoint.ts';
import { redirect } from '../../src/http/request.ts';

/**
 * Redirects a browser that requests `/`. The query is dropped: a key in it belongs to the
 * dashboard's own link.
 */
export const home = endpoint({
  name: 'home',
  method: 'GET',
  route: '/',
  gate: 'anonymous',
  summary: 'Go to the dashboard',
  answers: { 302: { description: 'To the dashboard' } },
  handle: () => redirect('/api/dashboard'),
});
