/** Returns the selected files and resets the input, so that the same files can be selected again. */
export function takeFiles(input: HTMLInputElement): File[] {
  const chosen = Array.from(input.files ?? []);
  input.value = '';
  return chosen;
}
