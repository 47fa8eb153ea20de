/** A text that may be longer than what is shown of it. */
export interface ClippedText {
  readonly text: string
  /** Characters of the whole. */
  readonly total: number
}

/** Cuts a text to a number of UTF-16 units, never through a pair of them. */
export function clip(text: string, maxChars: number): ClippedText {
  if (text.length <= maxChars) return { text, total: text.length }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(maxChars - 1))
  return { text: text.slice(0, isPair ? maxChars - 1 : maxChars), total: text.length }
}

/** The same in a line of text, where the end is marked. */
export function clipLine(text: string, maxChars: number): string {
  const { text: shown, total } = clip(text, maxChars)
  return shown.length < total ? `${shown}…` : shown
}
