import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** A key and a certificate for the loopback interface, in PEM. */
interface Certificate {
  key: string;
  cert: string;
}

/** Encodes DER (ITU-T X.690): tag, length, content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length;
  const long = size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  const length = size < 128 ? [size] : long;
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...content: Uint8Array[]) => der(0x30, ...content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';

/** A new self-signed certificate for `localhost` and 127.0.0.1 (RFC 5280), valid for a day. */
function makeCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from('test server')))));
  const now = Date.now();
  const validity = sequence(time(new Date(now - 3_600_000)), time(new Date(now + 86_400_000)));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    sequence(oid(BASIC_CONSTRAINTS), octets(sequence(der(0x01, Buffer.from([0xff]))))),
    sequence(oid(SUBJECT_ALT_NAME), octets(names)),
  );
  const serial = randomBytes(8);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x01;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const certificate = sequence(body, algorithm, bits(sign('sha256', body, privateKey)));
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

let made: Certificate | undefined;

/**
 * The certificate of this process's test servers. TLS clients of the process trust it from now on, so that
 * SDKs need no changes.
 */
export function trustedCertificate(): Certificate {
  if (!made) {
    made = makeCertificate();
    setDefaultCACertificates([...getCACertificates('default'), made.cert]);
  }
  return made;
}
