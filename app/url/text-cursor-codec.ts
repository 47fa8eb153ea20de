import type { ExceptionCursor } from '../../store/exceptions/cursor-of-exception.ts'
import type { ParamCodec } from './codec.ts'
import { cursorCodec } from './cursor-codec.ts'

/** A cursor in a list sorted by a text: as {@link cursorCodec}, followed by the percent-encoded text, so that a trailing space is kept. */
export function textCursorCodec(idDigits: 16 | 32): ParamCodec<ExceptionCursor | undefined> {
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

/** @returns `undefined` for invalid encoding */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
