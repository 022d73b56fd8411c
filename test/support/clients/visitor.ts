import { expect } from 'vitest';
import type { z } from 'zod/mini';
import { ChatReply, VisitorTokenReply } from '../../../src/chat/wire/visitor.ts';
import type { RunningService } from '../service/service.ts';

export type Token = VisitorTokenReply;

/** Requests a visitor token, as a widget's frame does. */
export async function askToken(
  service: RunningService,
  widgetId: string,
  more: { renewal?: string; proof?: string; identity?: string; sessionId?: string; fresh?: boolean } = {},
): Promise<Token> {
  const response = await service.post('/api/widget/token', { widgetId, ...more });
  expect(response.status).toBe(200);
  return VisitorTokenReply.parse(await response.json());
}

/** The authorization header of a registered widget's visitor. */
export function withToken({ token }: Pick<Token, 'token'>): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Sends a message as a registered widget's visitor or, without a token, as one of the deployment's chat. */
export async function say(
  service: RunningService,
  token: Token | undefined,
  body: { message: string; sessionId?: string },
): Promise<z.infer<typeof ChatReply>> {
  const response = await service.post('/api/chat', body, token && withToken(token));
  expect(response.status).toBe(200);
  return ChatReply.parse(await response.json());
}

export async function statusAndError(response: Response): Promise<{ status: number; error: unknown }> {
  const body: unknown = await response.json();
  const error = body instanceof Object && 'error' in body ? body.error : undefined;
  return { status: response.status, error };
}
