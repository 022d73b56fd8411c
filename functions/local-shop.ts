import { fork } from 'node:child_process';
import { once } from 'node:events';
import { SignJWT } from 'jose';
import type { Services } from '../src/compose.ts';
import { keyedMutex } from '../src/lib/concurrency.ts';
import { lazy } from '../src/lib/caching.ts';
import { CUSTOMER, SHOP_ISSUER } from '../src/web/demo/shop-orders.ts';
import type { IssueToken } from '../src/web/demo/account-calls.ts';

/** How long a token of the shop is valid, in seconds. */
const TOKEN_SECONDS = 300;

/** The server side of the demo's bicycle shop: its order API and its customer's tokens. */
export interface LocalShop {
  /** Returns the URL of the order API. The first call starts its process, which ends with this one. */
  orderApi(): Promise<string>;
  tokenFor: IssueToken;
}

interface LocalShopOptions {
  services: Pick<Services, 'identitySecrets' | 'widgets'>;
  /** The built script of the order API's process. */
  script: string;
  /** The port of the order API; 0 for any free port. */
  port: number;
  /** The URL of the chat service. */
  serviceUrl: string;
}

export function localShop({ services, script, port, serviceUrl }: LocalShopOptions): LocalShop {
  const { identitySecrets, widgets } = services;
  const secrets = new Map<string, string>();
  const oneAtATime = keyedMutex();

  const orderApi = lazy(async () => {
    const child = fork(script, [String(port), `${serviceUrl}/api/actions/keys`], { stdio: 'ignore' });
    const ended = once(child, 'exit').then(() => {
      const refusal = `The demo’s order API did not start on port ${port}. Set DEMO_PORT to another one.`;
      process.stderr.write(`${refusal}\n`);
      throw new Error(refusal);
    });
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
    ended.catch(() => undefined);
    return `http://127.0.0.1:${message.port}`;
  });

  /** Creates a secret once per run, because secrets are only shown when they are created. */
  const secretOf = (widgetId: string) =>
    oneAtATime(widgetId, async () => {
      const known = secrets.get(widgetId);
      if (known !== undefined) return known;
      const { secret } = await identitySecrets.create(widgetId, undefined);
      secrets.set(widgetId, secret);
      return secret;
    });

  return {
    orderApi,

    async tokenFor(widgetId) {
      const registered = await widgets.find(widgetId);
      if (registered?.widget.siteLogin?.issuer !== SHOP_ISSUER) return undefined;
      return await new SignJWT({
        name: CUSTOMER.name,
        email: CUSTOMER.email,
        email_verified: true,
        customer_number: CUSTOMER.number,
      })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(SHOP_ISSUER)
        .setAudience(widgetId)
        .setSubject(CUSTOMER.id)
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(new TextEncoder().encode(await secretOf(widgetId)));
    },
  };
}
