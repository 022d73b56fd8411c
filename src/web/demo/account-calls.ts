import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountScript, type Account } from './account.tsx';
import { INDUSTRIES, type Industry, type WidgetOf } from './industries.ts';

/**
 * Returns an identity token of the signed-in customer; undefined if the widget does not accept the shop's.
 */
export type IssueToken = (widgetId: string) => Promise<string | undefined>;

/** The cookie of a signed-in customer of the demo shop. */
const COOKIE = 'demo-customer';

interface AccountCallsOptions {
  tokenFor: IssueToken;
  widgetOf: WidgetOf;
}

/**
 * Handles a customer's requests: sign-in, sign-out, the script that identifies them to the chat, and an
 * identity token. Returns false for other requests.
 */
export function accountCalls({ tokenFor, widgetOf }: AccountCallsOptions) {
  async function tokenOf(industry: Industry, request: IncomingMessage): Promise<string | undefined> {
    const widgetId = isSignedIn(request) ? await widgetOf(industry, originOf(request)) : undefined;
    return widgetId === undefined ? undefined : await tokenFor(widgetId);
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const [, id, call] = (request.url ?? '').split('/');
    const industry = INDUSTRIES.find((one) => one.id === id && one.hasCustomer);
    if (!industry) return false;
    const answer = (status: number, type: string, text = '') => {
      response.writeHead(status, {
        'content-type': `text/${type}; charset=utf-8`,
        'cache-control': 'no-store',
      });
      response.end(text);
      return true;
    };
    switch (`${request.method} ${call}`) {
      case 'POST sign-in':
        return redirect(response, `${COOKIE}=${id}; HttpOnly`, `/${id}`);
      case 'POST sign-out':
        return redirect(response, `${COOKIE}=; Max-Age=0`, `/${id}?signed-out`);
      case 'GET account.js':
        return answer(200, 'javascript', accountScript(`/${id}/chat-token`));
      case 'POST chat-token': {
        const token = await tokenOf(industry, request);
        return answer(token === undefined ? 403 : 200, 'plain', token);
      }
      default:
        return false;
    }
  };
}

function redirect(response: ServerResponse, cookie: string, location: string): true {
  response.writeHead(303, { 'set-cookie': `${cookie}; Path=/; SameSite=Lax`, location });
  response.end();
  return true;
}

/** The origin of the demo site, as the browser sees it. */
export const originOf = (request: IncomingMessage): string => `http://${request.headers.host ?? 'demo'}`;

const isSignedIn = ({ headers: { cookie = '' } }: IncomingMessage) =>
  cookie.split('; ').some((pair) => pair.startsWith(`${COOKIE}=`));

/** Whether the visitor has signed in or just signed out. */
export function accountOf(request: IncomingMessage, url: URL): Account {
  if (isSignedIn(request)) return 'signed-in';
  return url.searchParams.has('signed-out') ? 'signed-out' : 'none';
}
