/** A text that may have been cut. */
export interface ClippedText {
  readonly text: string
  /** Characters of the whole text. */
  readonly total: number
}

/** Cuts a text to a number of UTF-16 units, never within a surrogate pair. */
export function clipText(text: string, maxChars: number): ClippedText {
  if (text.length <= maxChars) return { text, total: text.length }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(maxChars - 1))
  return { text: text.slice(0, isPair ? maxChars - 1 : maxChars), total: text.length }
}

/** Cuts a line of text and marks the end. */
export function clipLine(text: string, maxChars: number): string {
  const { text: shown, total } = clipText(text, maxChars)
  return shown.length < total ? `${shown}…` : shown
}
