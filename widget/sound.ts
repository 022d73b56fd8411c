/** Plays a short tone; silent where the browser does not allow audio. */
export function chime(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.05;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(0.15);
}
