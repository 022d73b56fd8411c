/** Plays a short tone; silent where the browser does not allow audio. */
export function chime(): void {
  const audio = new AudioContext();
  const tone = new OscillatorNode(audio);
  tone.connect(new GainNode(audio, { gain: 0.05 })).connect(audio.destination);
  tone.start();
  tone.stop(0.15);
}
