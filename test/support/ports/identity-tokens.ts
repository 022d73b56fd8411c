import { SignJWT } from 'jose';
import type { Clock } from '../../../src/ports.ts';

/** Overrides of a valid token's claims; undefined removes one. */
export type Claims = Record<string, unknown>;

/** The issuer of a shop that signs tokens for its visitors. */
export const SHOP_LOGIN = 'https://shop.example';

/** Signs identity tokens like a site: valid for five minutes, for one widget. */
export function shopLogin({ clock, widgetId }: { clock: Pick<Clock, 'now'>; widgetId: string }) {
  const now = () => Math.floor(clock.now() / 1000);
  const claims = (about: Claims = {}): Claims => ({
    iss: SHOP_LOGIN,
    aud: widgetId,
    sub: 'customer-1',
    name: 'Zoë',
    email: 'zoe@shop.example',
    email_verified: true,
    iat: now(),
    exp: now() + 300,
    ...about,
  });
  return {
    claims,
    bySecret: (secret: string, about?: Claims) =>
      new SignJWT(claims(about)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret)),
    byKey: (key: CryptoKey, header: { alg: string; kid?: string }, about?: Claims) =>
      new SignJWT(claims(about)).setProtectedHeader(header).sign(key),
  };
}
