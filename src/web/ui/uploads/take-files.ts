/** The files that were chosen. The same ones can be chosen again, such as after they were changed. */
export function takeFiles(input: HTMLInputElement): File[] {
  const chosen = Array.from(input.files ?? []);
  input.value = '';
  return chosen;
}
