/*
 * What strangers wrote is shown, and has no effect: on whoever reads it, on what displays it, and on the structure around it.
 */

/** Control and format characters (directions, joiners, tags), unassigned and private ones, halves of pairs, and what is never drawn. */
const UNSEEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * What Markdown or HTML would turn into an image, a link or an element: a reader's browser would request its address, with whatever an agent
 * was made to put into it.
 */
const LINKS = [
  /!(?=\[)/g,
  /\](?=\()/g,
  // The definition of a link that stands elsewhere.
  /\](?=:\s*(?:<|\/\/|[a-z][a-z\d+.-]*:))/gi,
  /<(?=[/!?]?(?:[a-z][a-z\d+.-]*:|(?:a|abbr|area|audio|base|body|button|details|div|embed|form|frame|head|html|i?frame|image|img|input|link|math|meta|object|picture|script|source|span|style|svg|table|template|textarea|title|video)\b))/gi,
  // These look like one of our fences.
  /<(?=\s*\/?\s*from_)/gi,
]

/** A text of strangers, the same but for a backslash in what would be a link, and `\u{…}` for what is not seen. */
export function showText(text: string): string {
  const shown = text.replace(UNSEEN, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
  // After it: in JSON a backslash is two, and two before it would stand for one.
  return LINKS.reduce((defused, link) => defused.replace(link, '$&\\'), shown)
}

/** A text that was too long. */
export interface Beginning {
  readonly beginning: string
  /** The length of the whole text, UTF-16 units. */
  readonly characters: number
}

/** Shows a text of at most so many characters, as they are written; of a longer one the beginning. */
export function showBeginning(text: string, maxChars: number): string | Beginning {
  if (text.length <= maxChars) {
    const whole = showText(text)
    if (whole.length <= maxChars) return whole
  }
  return { beginning: cutAt(showText(cutAt(text, maxChars)), maxChars), characters: text.length }
}

/** Neither within a pair of surrogates nor within what stands for a character, nor so that a longer word becomes the name of an element. */
function cutAt(text: string, maxChars: number): string {
  const cut = text.slice(0, maxChars)
  const whole = /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
  return whole.length < text.length ? whole.replace(/(?:\\(?:u(?:\{[\da-f]*)?)?|<[\w/!?]*)$/, '') : whole
}
