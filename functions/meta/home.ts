import { endpoint } from '../../src/http/endpoint.ts';
import { redirect } from '../../src/http/request.ts';

/**
 * Redirects `/` to the dashboard. The query is dropped, because a key in it is only valid in the dashboard's
 * URL.
 */
export const home = endpoint({
  name: 'home',
  method: 'GET',
  route: '/',
  gate: 'anonymous',
  summary: 'Go to the dashboard',
  replies: { 302: { description: 'To the dashboard' } },
  handle: () => redirect('/api/dashboard'),
});
