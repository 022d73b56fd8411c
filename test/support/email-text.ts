/** The unfolded headers of an e-mail, and its decoded text and HTML. */
interface ReadEmail {
  headers: string;
  text: string;
  html: string;
}

/** Parses an e-mail (RFC 5322) with two alternatives in 7bit, quoted-printable or base64. */
export function readEmail(content: string): ReadEmail {
  const [head = ''] = content.split('\r\n\r\n', 1);
  const headers = head.replace(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = content.split(`--${boundary}`).slice(1);
  const part = (type: string) => decodePart(parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '');
  return { headers, text: part('text/plain'), html: part('text/html') };
}

function decodePart(part: string): string {
  const at = part.indexOf('\r\n\r\n');
  const body = part.slice(at + 4);
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(part.slice(0, at))?.[1];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
