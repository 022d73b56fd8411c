/**
 * How long the audio context stays open, in milliseconds; the tone takes 150. It occupies the audio device,
 * and browsers limit the number of contexts.
 */
const OPEN_MS = 1000;

let audio: AudioContext | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Plays a short tone. Silent if the browser does not allow audio. */
export function chime(): void {
  clearTimeout(timer);
  audio ??= new AudioContext();
  const tone = new OscillatorNode(audio);
  tone.connect(new GainNode(audio, { gain: 0.05 })).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.15);
  timer = setTimeout(() => {
    void audio?.close();
    audio = undefined;
  }, OPEN_MS);
}
