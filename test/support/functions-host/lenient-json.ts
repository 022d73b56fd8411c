/**
 * The members of a JSON object as the Functions host parses it (Newtonsoft.Json): with byte order mark,
 * UTF-16, single or missing quotes, comments, and trailing commas. Undefined if it is not an object even
 * then.
 */
export function lenientMembers(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value = new Reader(decodeBytes(bytes)).whole();
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

const MARKS = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

function decodeBytes(bytes: Uint8Array): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  return new TextDecoder(marked?.encoding ?? 'utf-8').decode(bytes);
}

const SPACE = /(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
const QUOTED = /(["'])((?:\\[\s\S]|(?!\1)[^\\])*)\1/y;
const BARE = /[^\s,:{}[\]"'/]+/y;
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
/** The depth limit of Newtonsoft.Json. */
const MAX_DEPTH = 64;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) throw new Unreadable();
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Unreadable();
    this.#skip();
    if (this.#takes('{')) return this.#members(depth);
    if (this.#takes('[')) return this.#list(depth);
    return this.#scalar();
  }

  #members(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    this.#skip();
    while (!this.#takes('}')) {
      const name = this.#scalar();
      this.#skip();
      if (!this.#takes(':')) throw new Unreadable();
      members[name] = this.#value(depth + 1);
      this.#skip();
      if (!this.#takes(',') && this.#text[this.#at] !== '}') throw new Unreadable();
      this.#skip();
    }
    return members;
  }

  #list(depth: number): unknown[] {
    const list: unknown[] = [];
    this.#skip();
    while (!this.#takes(']')) {
      list.push(this.#value(depth + 1));
      this.#skip();
      if (!this.#takes(',') && this.#text[this.#at] !== ']') throw new Unreadable();
      this.#skip();
    }
    return list;
  }

  #scalar(): string {
    const [, , quoted] = this.#match(QUOTED) ?? [];
    if (quoted !== undefined) {
      return quoted.replaceAll(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (_, code?: string, letter?: string) =>
        code === undefined
          ? (ESCAPES[letter ?? ''] ?? letter ?? '')
          : String.fromCharCode(Number.parseInt(code, 16)),
      );
    }
    const [bare] = this.#match(BARE) ?? [];
    if (bare === undefined) throw new Unreadable();
    return bare;
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match) this.#at = pattern.lastIndex;
    return match;
  }
}
