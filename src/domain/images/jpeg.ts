import type { ByteCursor } from '../byte-cursor.ts';
import { bigEndian, latin1 } from './bytes.ts';
import { isPlainExif } from './exif.ts';
import { isPlainProfile } from './icc-profile.ts';
import type { ImageSize, WalkedImage } from './walk.ts';

// ITU-T T.81, Annex B.
const MARK = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/**
 * The maximum number of scans, since each is decoded over the whole picture; usual pictures have about ten.
 */
const MAX_SCANS = 100;
/** The maximum number of tables before each scan. */
const MAX_TABLES = 8;

/** The content of an application segment after its identifier; undefined if it has another identifier. */
function after(start: string, content: Uint8Array): Uint8Array | undefined {
  return latin1(content.subarray(0, start.length)) === start ? content.subarray(start.length) : undefined;
}

/** The allowed application segments; each may occur once. */
const APPLICATION: ReadonlyMap<number, (content: Uint8Array) => boolean> = new Map([
  // JFIF: version, unit, density, and a preview of no pixels (ITU-T T.871, 10.1).
  [
    0xe0,
    (content) =>
      content.length === 14 && after('JFIF\0', content) !== undefined && !content[12] && !content[13],
  ],
  [0xe1, (content) => isPlainExif(after('Exif\0\0', content) ?? new Uint8Array())],
  // A profile in one chunk: chunk 1 of 1 (ICC.1:2022, B.4).
  [0xe2, (content) => isPlainProfile(after('ICC_PROFILE\0\u0001\u0001', content) ?? new Uint8Array())],
  [0xee, (content) => content.length === 12 && after('Adobe', content) !== undefined],
]);

/** The number of tables in a segment that defines tables; undefined if it has other content. */
const TABLES: ReadonlyMap<number, (content: Uint8Array) => number | undefined> = new Map([
  [0xdb, (content) => tablesOf(content, quantizationBytes)],
  [0xc4, (content) => tablesOf(content, huffmanBytes)],
  [0xdd, ({ length }) => (length === 2 ? 0 : undefined)],
]);

function tablesOf(content: Uint8Array, bytesOf: (table: Uint8Array) => number): number | undefined {
  let at = 0;
  let tables = 0;
  for (; at < content.length; tables++) at += bytesOf(content.subarray(at));
  return at === content.length ? tables : undefined;
}

const quantizationBytes = ([kind = 0]: Uint8Array): number => 1 + (kind < 0x10 ? 64 : 128);
const huffmanBytes = (table: Uint8Array): number =>
  17 + table.subarray(1, 17).reduce((sum, count) => sum + count, 0);

export async function jpeg(cursor: ByteCursor): Promise<WalkedImage | undefined> {
  await cursor.advance(2);
  const parts: Parts = { applications: new Set(), size: undefined, scans: 0, tables: 0 };
  for (;;) {
    const [mark, marker = 0] = await cursor.take(2);
    if (mark !== MARK) return undefined;
    if (marker === END_OF_IMAGE) {
      return parts.size && parts.scans > 0 ? { ...parts.size, frames: 1 } : undefined;
    }
    const length = bigEndian(await cursor.take(2)) - 2;
    const content = await cursor.take(Math.max(0, length));
    if (content.length !== length || !isPart(marker, content, parts)) return undefined;
    if (marker === START_OF_SCAN && !(await passScan(cursor))) return undefined;
  }
}

/** The parts read so far. */
interface Parts {
  applications: Set<number>;
  size: ImageSize | undefined;
  scans: number;
  /** Since the last scan. */
  tables: number;
}

/** Whether a segment is allowed next; it is added to `parts`. */
function isPart(marker: number, content: Uint8Array, parts: Parts): boolean {
  if (marker === START_OF_SCAN) {
    parts.tables = 0;
    return content.length === 4 + 2 * (content[0] ?? 0) && ++parts.scans <= MAX_SCANS;
  }
  if (FRAMES.has(marker)) {
    const isFirst = parts.size === undefined;
    parts.size = { height: bigEndian(content.subarray(1, 3)), width: bigEndian(content.subarray(3, 5)) };
    return isFirst && content.length === 6 + 3 * (content[5] ?? 0);
  }
  const isPlain = APPLICATION.get(marker);
  if (isPlain) {
    const isFirst = !parts.applications.has(marker);
    parts.applications.add(marker);
    return isFirst && isPlain(content);
  }
  const added = TABLES.get(marker)?.(content);
  parts.tables += added ?? 0;
  return added !== undefined && parts.tables <= MAX_TABLES;
}

/** Whether 0xFF with this byte belongs to the data: byte stuffing or a restart marker. */
const isData = (next: number): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7);

/** Skips the data of a scan; the marker after it is then the next one. */
async function passScan(cursor: ByteCursor): Promise<boolean> {
  for (;;) {
    const bytes = await cursor.loaded();
    if (!bytes) return false;
    let at = bytes.indexOf(MARK);
    while (at !== -1 && at + 1 < bytes.length && isData(bytes[at + 1] ?? 0)) at = bytes.indexOf(MARK, at + 2);
    await cursor.advance(at === -1 ? bytes.length : at);
    if (at === -1) continue;
    const [, next] = await cursor.peek(2);
    if (next === undefined) return false;
    if (!isData(next)) return true;
    await cursor.advance(2);
  }
}
