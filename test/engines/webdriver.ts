import * as z from 'zod';

/** How the protocol names an element in JSON (W3C WebDriver §12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const Refusal = z.object({ error: z.string(), message: z.string() });
const Found = z.nullable(z.record(z.string(), z.string()));

/** A refused command, by the code of the protocol, such as `stale element reference`. */
class WebDriverError extends Error {
  readonly code: string;
  constructor({ error, message }: z.output<typeof Refusal>) {
    super(`${error}: ${message}`);
    this.code = error;
  }
}

export interface WebDriverSession {
  capabilities: Record<string, unknown>;
  post(command: string, body?: object): Promise<unknown>;
  execute(script: string): Promise<unknown>;
  /** The element that an expression is; undefined where it is null. */
  element(expression: string): Promise<ElementReference | undefined>;
  text(element: ElementReference): Promise<string>;
  close(): Promise<void>;
}

/** An element as commands name it. */
type ElementReference = Record<string, string>;
const idOf = (element: ElementReference): string => element[ELEMENT] ?? '';

/**
 * A session of a WebDriver server, by the dozen of HTTP calls of the protocol that the journey needs (W3C
 * WebDriver, classic). Playwright drives the other engines; a second client would be only for WebKit.
 */
export async function openSession(origin: string, capabilities: object): Promise<WebDriverSession> {
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${origin}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = z.object({ value: z.unknown() }).parse(await response.json());
    if (!response.ok) throw new WebDriverError(Refusal.parse(value));
    return value;
  }
  const opened = z
    .object({ sessionId: z.string(), capabilities: z.record(z.string(), z.unknown()) })
    .parse(await send('POST', '', { capabilities: { alwaysMatch: capabilities } }));
  const path = `/${opened.sessionId}`;
  const execute = (script: string) => send('POST', `${path}/execute/sync`, { script, args: [] });
  return {
    capabilities: opened.capabilities,
    post: (command, body = {}) => send('POST', `${path}/${command}`, body),
    execute,
    element: async (expression) => Found.parse(await execute(`return ${expression}`)) ?? undefined,
    text: async (element) => z.string().parse(await send('GET', `${path}/element/${idOf(element)}/text`)),
    async close() {
      await send('DELETE', path);
    },
  };
}
