/** Text that the database cut by bytes may end within a character. */
export function markCutCharacter(text: string): string {
  return text.replace(/\uFFFD+$/, '…')
}
