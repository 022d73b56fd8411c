let audio: AudioContext | undefined;

/** Plays a short tone; silent where the browser does not allow audio, which it may later. */
export function chime(): void {
  if (audio?.state === 'suspended') {
    void audio.resume();
    return;
  }
  audio ??= new AudioContext();
  const tone = new OscillatorNode(audio);
  tone.connect(new GainNode(audio, { gain: 0.05 })).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.15);
}
