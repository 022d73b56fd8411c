import * as z from 'zod/mini';
import type { Widget } from '../domain/widgets.ts';
import type { Ledger } from '../ports.ts';

const Stored: z.ZodMiniType<Omit<Widget, 'id'>> = z.object({
  name: z.string(),
  primaryDomain: z.string(),
  allowedOrigins: z.array(z.string()),
  assistantId: z.optional(z.string()),
  signIn: z.optional(z.object({ issuer: z.string(), clientId: z.string(), required: z.boolean() })),
  branding: z.optional(
    z.object({
      title: z.optional(z.string()),
      greeting: z.optional(z.string()),
      color: z.optional(z.string()),
      theme: z.optional(z.enum(['light', 'dark', 'auto'])),
      corner: z.optional(z.enum(['left', 'right'])),
      logo: z.optional(z.string()),
      privacyUrl: z.optional(z.string()),
      suggestions: z.optional(z.array(z.string())),
      strings: z.optional(z.record(z.string(), z.string())),
    }),
  ),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Reads a widget as it is stored now, with one point read and never from a copy. */
export function widgetReader(ledger: Ledger) {
  return {
    async find(id: string): Promise<{ widget: Widget; etag: string } | undefined> {
      const entry = await ledger.read('widgets', id);
      return entry && { widget: { id, ...Stored.parse(entry.value) }, etag: entry.version };
    },
  };
}
