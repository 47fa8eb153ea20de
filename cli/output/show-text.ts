/*
 * What senders wrote may have what a terminal obeys: a title, a colour, a cleared screen, letters in another order. It is shown, never sent.
 */

/** Control and format characters: directions, joiners, tags; separators of lines; and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
const UNSEEN_BUT_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const showCharacter = (character: string) => NAMES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** A text of strangers on one line. */
export const showText = (text: string): string => text.replace(UNSEEN, showCharacter)

/** The same with its lines, such as a stack trace. */
export const showLines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(UNSEEN_BUT_LINES, showCharacter).replaceAll('\t', '  ')

/** JSON that means the same, without any such character. @see https://www.rfc-editor.org/rfc/rfc8259#section-7 */
export const showJson = (json: string): string =>
  json.replace(UNSEEN_BUT_LINES, character =>
    [...Array(character.length).keys()]
      .map(i => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  )
