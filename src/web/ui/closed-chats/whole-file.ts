/** Whether a file of the report has all of it: one that broke off says so in its last line (docs/api.md, Closed chats). */
export async function isWhole(file: Blob): Promise<boolean> {
  const tail = await file.slice(-1_000).text();
  return !/(^|\n)Incomplete: [^\n]*\r?\n$/.test(tail);
}

export const BROKE_OFF = 'The download was interrupted. Nothing was saved. Try again.';
