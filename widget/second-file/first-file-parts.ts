import type { FirstFileParts } from '../first-file-parts.ts';

/* The parts of the first file that this file uses. Both are from the same release. */
export let h: FirstFileParts[0];
export let write: FirstFileParts[1];
export let button: FirstFileParts[2];
export let link: FirstFileParts[3];
export let icon: FirstFileParts[4];
export let text: FirstFileParts[5];
export let list: FirstFileParts[6];
export let loose: FirstFileParts[7];
export let parse: FirstFileParts[8];
export let agentName: FirstFileParts[9];
export let store: FirstFileParts[10];
export let uuid: FirstFileParts[11];
export let surroundings: FirstFileParts[12];
export let safeLink: FirstFileParts[13];
export let nameOf: FirstFileParts[14];
export let api: FirstFileParts[15];
export let unsent: FirstFileParts[16];
export let isComposing: FirstFileParts[17];

/** All parts, for files that this one loads. */
export let firstFile: FirstFileParts;

/** Sets the parts. Call this once, before all other functions. */
export const share = (parts: FirstFileParts): void => {
  firstFile = parts;
  [
    h,
    write,
    button,
    link,
    icon,
    text,
    list,
    loose,
    parse,
    agentName,
    store,
    uuid,
    surroundings,
    safeLink,
    nameOf,
    api,
    unsent,
    isComposing,
  ] = parts;
};
