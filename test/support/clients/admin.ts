import { RotateReply } from '../../../src/admin/wire/admin.ts';
import type { RunningService } from '../service/service.ts';

/** An admin who has created a key, with the browser session of that request. */
export interface Admin {
  key: string;
  cookie: string;
  /** The headers of the browser's requests. */
  headers: { cookie: string };
}

/** Rotates the key. In anonymous mode no headers are needed. */
export async function rotate(service: RunningService, headers: Record<string, string> = {}): Promise<Admin> {
  const response = await service.post('/api/ops/rotate-key', '', headers);
  if (response.status !== 200) throw new Error(`The rotation was answered with ${response.status}.`);
  const { adminKey } = RotateReply.parse(await response.json());
  const cookie = cookieOf(response);
  return { key: adminKey, cookie, headers: { cookie } };
}

/** The cookie that a browser would send after a response; empty if the response sets or keeps no cookie. */
export function cookieOf(response: Response): string {
  const [pair = '', ...attributes] = response.headers.getSetCookie()[0]?.split('; ') ?? [];
  return attributes.includes('Max-Age=0') ? '' : pair;
}

/** The Accept header of a browser's page request. */
export const PAGE = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

export function bearer(key: string): { authorization: string } {
  return { authorization: `Bearer ${key}` };
}
