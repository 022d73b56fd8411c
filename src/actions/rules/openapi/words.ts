/** Splits `getOrderById` or `/orders/{id}` into lower-case words. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '');
}

/** An unused tool name, such as `find_order`. */
export function toolName(text: string, taken: ReadonlySet<string>): string {
  const base =
    wordsOf(text)
      .join('_')
      .toLowerCase()
      .replace(/^[^a-z]+/, '')
      .slice(0, 36) || 'action';
  return unusedName(base.length > 1 ? base : `${base}_action`, taken);
}

/** An unused parameter name, such as `order_id`. */
export function parameterName(text: string, taken: ReadonlySet<string>): string {
  const base =
    text
      .replaceAll(/\W+/g, '_')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 46) || 'value';
  return unusedName(base, taken);
}

function unusedName(base: string, taken: ReadonlySet<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
  return name;
}

/** The label for a name: `order_id` becomes `Order id`. */
export function labelOf(name: string): string {
  const words = wordsOf(name).join(' ').toLowerCase() || name;
  return cutTo(words.charAt(0).toUpperCase() + words.slice(1), 60);
}

/** Shortens a text to one line of at most `limit` code points. */
export function cutTo(text: string, limit: number): string {
  const start = text.trimStart().slice(0, 20 * limit);
  const line = start.toWellFormed().replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(line.slice(0, 2 * limit + 2));
  return characters.length > limit
    ? `${characters
        .slice(0, limit - 1)
        .join('')
        .trim()}…`
    : line;
}
