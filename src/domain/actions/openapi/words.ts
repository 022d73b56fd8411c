/** `getOrderById` and `/orders/{id}` in words. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '');
}

/** The name of a tool, `find_order`, that is not taken. */
export function toolName(text: string, taken: ReadonlySet<string>): string {
  const base =
    wordsOf(text)
      .join('_')
      .toLowerCase()
      .replace(/^[^a-z]+/, '')
      .slice(0, 36) || 'action';
  return unused(base.length > 1 ? base : `${base}_action`, taken);
}

/** The name of a parameter, `order_id`, that is not taken. */
export function parameterName(text: string, taken: ReadonlySet<string>): string {
  const base =
    text
      .replaceAll(/\W+/g, '_')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 46) || 'value';
  return unused(base, taken);
}

function unused(base: string, taken: ReadonlySet<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
  return name;
}

/** A name as people read it: `Order id`. */
export function labelOf(name: string): string {
  const words = wordsOf(name).join(' ').toLowerCase() || name;
  return cutTo(words.charAt(0).toUpperCase() + words.slice(1), 60);
}

/** A text on one line, of a length in code points. */
export function cutTo(text: string, limit: number): string {
  const line = text.toWellFormed().replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(line.slice(0, 2 * limit + 2));
  return characters.length > limit
    ? `${characters
        .slice(0, limit - 1)
        .join('')
        .trim()}…`
    : line;
}
