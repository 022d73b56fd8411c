import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { AssistantReply, AssistantsReply, type Assistant } from '../../../src/assistants/wire/assistants.ts';
import { WidgetReply, WidgetsReply } from '../../../src/widgets/wire/widgets.ts';
import type { RunningService } from '../service/service.ts';

/** A response with its parsed JSON body; null without a body. */
export interface JsonResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

/** The required fields of a widget. */
export const SHOP_WIDGET = {
  name: 'Shop',
  primaryDomain: 'shop.example',
  allowedOrigins: ['https://shop.example'],
};
export const MIA = { name: 'Mia', instructions: 'You are Mia of the shop.' };

/** An admin of a service in anonymous mode. */
export function registryAdmin(service: RunningService) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<JsonResponse> {
    const response = await fetch(`${service.origin}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  }

  async function answer<T>(
    status: number,
    schema: z.ZodMiniType<T>,
    sent: Promise<JsonResponse>,
  ): Promise<T> {
    const { status: actual, body } = await sent;
    expect(actual, JSON.stringify(body)).toBe(status);
    return schema.parse(body);
  }

  return {
    send,
    answer,
    widgets: () => answer(200, WidgetsReply, send('GET', 'widgets')),
    widget: (id: string) => answer(200, WidgetReply, send('GET', `widgets/${id}`)),
    register: (about: object = {}) =>
      answer(201, WidgetReply, send('POST', 'widgets', { ...SHOP_WIDGET, ...about })),
    assistants: () => answer(200, AssistantsReply, send('GET', 'assistants')),
    async assistant(id: string): Promise<Assistant> {
      return (await answer(200, AssistantReply, send('GET', `assistants/${id}`))).assistant;
    },
    async make(about: object = {}): Promise<Assistant> {
      return (await answer(201, AssistantReply, send('POST', 'assistants', { ...MIA, ...about }))).assistant;
    },
    /** Creates the first assistant, which is the default. */
    async chooseFirst(): Promise<Assistant> {
      const path = 'assistants/default';
      const { assistant } = await answer(200, AssistantReply, send('GET', path));
      return (await answer(200, AssistantReply, send('PUT', path, { ...assistant, isDefault: true })))
        .assistant;
    },
    /** Deletes all widgets, and all assistants but the first. */
    async clear(): Promise<void> {
      const { widgets } = await answer(200, WidgetsReply, send('GET', 'widgets'));
      for (const { id } of widgets) await send('DELETE', `widgets/${id}`);
      const { assistants } = await answer(200, AssistantsReply, send('GET', 'assistants'));
      const others = assistants.filter(({ id }) => id !== 'default');
      for (const { id } of others) await send('DELETE', `assistants/${id}`);
    },
    async upload(id: string, name: string, markdown: string): Promise<Assistant> {
      const path = `assistants/${id}/documents/${encodeURIComponent(name)}`;
      return (await answer(200, AssistantReply, send('PUT', path, { markdown }))).assistant;
    },
  };
}
