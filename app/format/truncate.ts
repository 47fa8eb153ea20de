/** What the store cut by bytes may end in half a letter. */
export function endWhole(text: string): string {
  return text.replace(/\uFFFD+$/, '…')
}
