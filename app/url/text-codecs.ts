import { formatCount } from '../format/count.ts'
import type { ParamCodec } from './codec.ts'

const MAX_TEXT = 200
/** The Collector's limit for names of services, releases, environments and routes. */
const MAX_NAME = 1_024

/** A name of a service, release or route, of any length that senders use, because lists link to it. `''` is any. */
export const nameCodec = (param: string) => textCodec(param, MAX_NAME)

/** A text of at most 200 characters. @param defaultValue omitted from the URL */
export function textCodec(param: string, most = MAX_TEXT, defaultValue = ''): ParamCodec<string> {
  return {
    param,
    defaultValue,
    parse: text =>
      text.length <= most
        ? { value: text }
        : { error: `${param} takes at most ${formatCount(most)} characters, not ${text.length}.` },
    format: value => (value === defaultValue ? '' : value),
  }
}

/** Yes or no: `1` or `on` (the value of a checkbox), and `0`. */
export function flagCodec(param: string): ParamCodec<boolean> {
  return {
    param,
    defaultValue: false,
    parse(text) {
      if (text === '1' || text === 'on') return { value: true }
      if (text === '0') return { value: false }
      return { error: `${param}=${text} must be 1 or 0.` }
    },
    format: value => (value ? '1' : ''),
  }
}

/** One of a few names; the first is the default. */
export function choiceCodec<Choice extends string>(
  param: string,
  [defaultValue, ...others]: readonly [Choice, ...Choice[]],
): ParamCodec<Choice> {
  const all = [defaultValue, ...others]
  return {
    param,
    defaultValue,
    parse(text) {
      const value = all.find(choice => choice === text)
      return value === undefined ? { error: `${param}=${text} must be one of ${all.join(', ')}.` } : { value }
    },
    format: value => (value === defaultValue ? '' : value),
  }
}

/** A whole number from 1 to `most`; 0 is any. */
export function numberCodec(param: string, most: number): ParamCodec<number> {
  return {
    param,
    defaultValue: 0,
    parse(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
      return value >= 1 && value <= most ? { value } : { error: `${param}=${text} must be a number from 1 to ${most}.` }
    },
    format: value => (value === 0 ? '' : String(value)),
  }
}
