import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import * as z from 'zod';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/** What axe-core finds in the widget in a document as it is now, best practices included. */
export async function violations(place: Page | Frame): Promise<string[]> {
  await place.evaluate(AXE);
  const found = await place.evaluate(
    "axe.run(document.querySelector('chat-widget')).then(({ violations }) => violations)",
  );
  return Violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
