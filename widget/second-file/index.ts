/**
 * What a first conversation can do without, in a file of its own that is loaded when the panel opens for the
 * first time (widget/extras.ts).
 */
export { enrich } from './enrich.ts';
export { noteLength } from './length-note.ts';
export { realtime } from './realtime.ts';
export { share } from './shared-parts.ts';
export { chime } from './sound.ts';
