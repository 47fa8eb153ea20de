import type { ExceptionCursor } from '../../store/exceptions/list-exceptions.ts'
import type { Codec } from './codec.ts'
import { cursorCodec } from './cursor-codec.ts'

/**
 * Where the page of a list before ended that may be sorted by a text: as {@link cursorCodec}, and the text behind it, in per cents, or a
 * space at its end would be lost.
 */
export function textCursorCodec(idDigits: 16 | 32): Codec<ExceptionCursor | undefined> {
  const { param, defaultValue, parse, format } = cursorCodec(idDigits)
  return {
    param,
    defaultValue,
    parse(input) {
      const [, place = '', written] = /^(\d+-[0-9a-f]+)(?:-(\S{1,4000}))?$/.exec(input) ?? []
      const parsed = parse(place === '' ? input : place)
      const text = decoded(written ?? '')
      if (text === undefined) return { error: `${param}=${input} is not a valid cursor. Go back to the first page.` }
      return 'error' in parsed || parsed.value === undefined || text === ''
        ? parsed
        : { value: { ...parsed.value, text } }
    },
    format(place) {
      const text = place?.text ?? ''
      return format(place) + (text === '' ? '' : `-${encodeURIComponent(text.toWellFormed())}`)
    },
  }
}

/** @returns `undefined` for what nobody wrote */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
