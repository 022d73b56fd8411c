const LINE_FEED = 10;

/**
 * The data of events that arrive whole, in the form in which servers send the pieces of an answer: an
 * `event` line or none, one `data` line and an empty line. Undefined for everything else, which the parser
 * of the library takes (docs/adr/0025).
 */
export function wholeEvents(text: string): string[] | undefined {
  if (!text.endsWith('\n\n') || text.includes('\r')) return undefined;
  const data: string[] = [];
  for (let at = 0; at < text.length;) {
    if (text.startsWith('event: ', at)) at = text.indexOf('\n', at) + 1;
    if (!text.startsWith('data: ', at)) return undefined;
    const end = text.indexOf('\n', at);
    if (text.charCodeAt(end + 1) !== LINE_FEED) return undefined;
    data.push(text.slice(at + 'data: '.length, end));
    at = end + 2;
  }
  return data;
}
