/** A tone takes 150 ms. An open context holds the device's audio, and a browser allows a few of them. */
const OPEN_MS = 1e3;

let audio: AudioContext | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Plays a short tone; silent where the browser does not allow audio, which it may later. */
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
