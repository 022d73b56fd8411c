import { endpoint } from '../../src/http/endpoint.ts';
import { redirect } from '../../src/http/request.ts';

/** Leads a browser that was given the address alone. The query is left behind: a key in it belongs to the dashboard's own link. */
export const home = endpoint({
  name: 'home',
  method: 'GET',
  route: '/',
  gate: 'anonymous',
  summary: 'Go to the dashboard',
  answers: { 302: { description: 'To the dashboard' } },
  handle: () => redirect('/api/dashboard'),
});
