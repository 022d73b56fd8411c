/**
 * What is used rarely, in a file of its own that is loaded on first use (widget/extras.ts). It shares no
 * state with the first file, and no property names but those of the wire: both shorten their own.
 */
export { addCopyButtons } from './copy-buttons.ts';
export { noteLength } from './length-note.ts';
export { rateAnswer } from './rating.ts';
export { chime } from './sound.ts';
export { saveTranscript } from './transcript.ts';
