import { enrich } from './enrich.ts';
import { noteLength } from './length-note.ts';
import { realtime } from './realtime.ts';
import { share } from './first-file-parts.ts';
import { chime } from './sound.ts';

/**
 * Parts that are not needed to show the launcher. The file is loaded when the panel is first opened
 * (widget/extras.ts). They are one object, because its property names are shortened and those of exports are
 * not.
 */
export const extras = { share, enrich, noteLength, realtime, chime };
