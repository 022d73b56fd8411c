import type { SharedParts } from '../shared-parts.ts';

/* The parts of the first file that this one uses; it is loaded by the first file of its own release. */
export let h: SharedParts[0];
export let write: SharedParts[1];
export let button: SharedParts[2];
export let link: SharedParts[3];
export let icon: SharedParts[4];
export let text: SharedParts[5];
export let list: SharedParts[6];
export let loose: SharedParts[7];
export let parse: SharedParts[8];
export let agentName: SharedParts[9];
export let store: SharedParts[10];
export let uuid: SharedParts[11];
export let initials: SharedParts[12];
export let surroundings: SharedParts[13];
export let safeLink: SharedParts[14];
export let render: SharedParts[15];
export let nameOf: SharedParts[16];
export let api: SharedParts[17];
export let unsent: SharedParts[18];

/** Takes the parts from the first file, before all else. */
export const share = (parts: SharedParts): void => {
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
    initials,
    surroundings,
    safeLink,
    render,
    nameOf,
    api,
    unsent,
  ] = parts;
};
