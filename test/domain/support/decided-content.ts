import { contentOf } from '../../../src/domain/attachment-content.ts';

/** The bytes in pieces of a length that cuts every part of a structure somewhere. */
async function* piecesOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(bytes.subarray(at, at + length));
  }
}

/** The service's decision about a file, with the number of turns in which other work could run. */
export async function decideInTurns(bytes: Uint8Array, length = 3) {
  let turns = 0;
  const decided = await contentOf(piecesOf(bytes, length), () => Promise.resolve(turns++));
  return { decided, turns };
}

/** The service's decision about a file. */
export const decide = async (bytes: Uint8Array, length?: number) =>
  (await decideInTurns(bytes, length)).decided;

export const hiddenData = { refusal: 'image-with-hidden-data' };
export const tooLarge = { refusal: 'image-too-large' };
