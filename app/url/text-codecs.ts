import type { Codec } from './codec.ts'

const MAX_TEXT = 200

/** A text of at most 200 characters; `''` is any. */
export function textCodec(param: string): Codec<string> {
  return {
    param,
    none: '',
    parse: text =>
      text.length <= MAX_TEXT
        ? { value: text }
        : { fault: `${param} takes at most ${MAX_TEXT} characters; this has ${text.length}.` },
    format: value => value,
  }
}

/** Yes or no: `1` or `on`, which is what a checkbox sends, and `0`. */
export function flagCodec(param: string): Codec<boolean> {
  return {
    param,
    none: false,
    parse(text) {
      if (text === '1' || text === 'on') return { value: true }
      if (text === '0') return { value: false }
      return { fault: `${param}=${text} is neither 1 nor 0.` }
    },
    format: value => (value ? '1' : ''),
  }
}
