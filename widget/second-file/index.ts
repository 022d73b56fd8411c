import { enrich } from './enrich.ts';
import { noteLength } from './length-note.ts';
import { realtime } from './realtime.ts';
import { share } from './first-file-parts.ts';
import { chime } from './sound.ts';

/**
 * The parts that a first conversation can do without, in a separate file that is loaded when the panel opens
 * for the first time (widget/extras.ts). One object: its names are shortened, those of exports are not.
 */
export const extras = { share, enrich, noteLength, realtime, chime };
