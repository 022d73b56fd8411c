/**
 * Parses server-sent events from text chunks of any size. Comments and other fields are ignored. The service
 * sends the data of an event on one line (docs/rules.md, Server-sent events).
 */
export const sseParser = (onEvent: (event: string, data: string) => void): ((chunk: string) => void) => {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, data] = /^data: ?(.+)/m.exec(block) ?? [];
      if (data) onEvent(/^event: ?(.+)/m.exec(block)?.[1] ?? '', data);
    }
  };
};
