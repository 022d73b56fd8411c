import * as z from 'zod/mini';
import { emailAddress } from '../conversations/rules/contact.ts';
import { inPunycode, parseAllowlist, type Allowlist } from '../conversations/rules/origin.ts';
import { isHost, parseHosts } from '../lib/hosts.ts';
import { isLoopbackHost } from '../lib/ip-address.ts';

/** Plain http is valid only for servers on this machine, such as emulators and local models. */
export const urlOrLoopback = z.string().check(
  z.refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname } = new URL(value);
    return isHost(hostname) && (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)));
  }, 'an https:// address, or http:// on this machine'),
);
export const httpsUrl = z
  .string()
  .check(z.refine((value) => /^https:/i.test(value) && URL.canParse(value), 'an https:// address'));
export const httpUrl = z
  .string()
  .check(
    z.refine((value) => /^https?:/.test(value) && URL.canParse(value), 'an http:// or https:// address'),
  );
export const smtpUrl = z
  .string()
  .check(
    z.refine(
      (value) => /^smtps?:\/\/[^/]/i.test(value) && URL.canParse(value),
      'an smtp:// or smtps:// address with user and password',
    ),
  );
export const withoutFinalSlash = z.transform((url: string) => url.replace(/\/$/, ''));

export const guid = z.guid('a UUID');
export const word = z
  .string()
  .check(z.regex(/^[\w.-]{1,100}$/, 'letters, digits, dots, dashes and underscores'));
export const modelName = z.string().check(z.maxLength(200));
/** The audience of the managed identity's token, for example `api://reports.example.com`. */
export const resource = z
  .string()
  .check(z.regex(/^[\w.:/-]{1,200}$/, 'the identifier of an application, such as api://reports.example.com'));
export const mailAddress = z
  .string()
  .check(z.refine((value) => emailAddress(value) !== undefined, 'an e-mail address'));

export const number = (minimum: number, maximum: number, expected: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,12}(\.\d{1,12})?$/, expected)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(minimum, expected), z.maximum(maximum, expected))),
  );
export const integer = (minimum: number, maximum: number) => {
  const expected = `a whole number from ${minimum} to ${maximum}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,12}$/, expected)),
    z.pipe(
      z.transform(Number),
      z.int(expected).check(z.minimum(minimum, expected), z.maximum(maximum, expected)),
    ),
  );
};
export const flag = z.pipe(
  z.enum(['true', 'false'], '`true` or `false`'),
  z.transform((value) => value === 'true'),
);

export const allowlist = z.pipe(
  z.string(),
  z.transform((value, context): Allowlist => {
    const parsed = parseAllowlist(value);
    if (!('invalid' in parsed)) return parsed;
    const punycode = inPunycode(parsed.invalid);
    const instead = punycode === undefined ? '' : `: write ${punycode}`;
    const message = `origins such as https://www.example.com, without a path or a slash at the end, or *; “${parsed.invalid}” is invalid${instead}`;
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  }),
);
export const hostNames = z.pipe(
  z.string(),
  z.transform((value, context): readonly string[] => {
    const parsed = parseHosts(value);
    if ('hosts' in parsed) return parsed.hosts;
    const message = `host names such as chat.example.com, with a port if it is not the default; “${parsed.invalid}” is invalid`;
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  }),
);
export const listenAddress = z
  .string()
  .check(
    z.refine(
      (value) => isHost(`[${value}]`) || (isHost(value) && !/[:[]/.test(value)),
      'an address of this machine, such as 127.0.0.1 or 0.0.0.0',
    ),
  );
