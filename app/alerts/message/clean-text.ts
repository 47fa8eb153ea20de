import { clipLine } from '../../format/clip.ts'

/** Control characters, separators of lines, and what changes the direction of what follows, so that a text may look like another one. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** What a stranger wrote as one line, cut after `maxChars`. */
export const cleanLine = (text: string, maxChars: number): string =>
  clipLine(text.toWellFormed().replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim(), maxChars)

/** The same for a text of several lines, such as source code: it keeps its indents. */
export function cleanLines(text: string, { maxLines, maxChars }: { maxLines: number; maxChars: number }): string {
  const lines = text.toWellFormed().split(/\r\n?|\n/)
  const shown = lines.slice(0, maxLines).map(line => line.replaceAll('\t', '  ').replace(UNSEEN, ' ').trimEnd())
  return clipLine((lines.length > maxLines ? [...shown, '…'] : shown).join('\n').replace(/^\n+|\n+$/g, ''), maxChars)
}

/** Escapes a text, and cuts it where the escaped one would be longer than `maxChars`. */
export function escapeWithin(text: string, escaped: (text: string) => string, maxChars: number): string {
  const whole = escaped(text)
  if (whole.length <= maxChars) return whole
  let [least, most] = [0, Math.min(text.length, maxChars)]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (escaped(clipLine(text.slice(0, middle + 1), middle)).length <= maxChars) least = middle
    else most = middle - 1
  }
  return least === 0 ? '' : escaped(clipLine(text, least))
}
