/** What the store cut by bytes may end in half a letter. */
export function markTruncated(text: string): string {
  return text.replace(/\uFFFD+$/, '…')
}
