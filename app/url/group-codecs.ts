import { findNearestKey, resolveKey } from '../../search/search-keys.ts'
import type { ParamCodec } from './codec.ts'

/** More would leave few spans a group. */
const MAX_KEYS = 4

/** Splits keys of groups, `service,@tier`. */
export const splitKeys = (by: string): readonly string[] => by.split(',').map(key => key.trim())

/** Keys by which spans are grouped, apart by commas. */
export function groupKeysCodec(param: string): ParamCodec<string> {
  const defaultValue = 'service'
  return {
    param,
    defaultValue,
    parse(text) {
      const keys = [...new Set(splitKeys(text))].filter(key => key !== '')
      if (keys.length === 0) return { value: defaultValue }
      if (keys.length > MAX_KEYS) return { error: `${param} takes at most ${MAX_KEYS} keys, not ${keys.length}.` }
      const unknown = keys.find(key => resolveKey(key, 'spans') === undefined)
      return unknown === undefined ? { value: keys.join(',') } : { error: describeUnknown(param, unknown) }
    },
    format: value => (value === defaultValue ? '' : value),
  }
}

/** A numeric attribute whose values are summed up; '' for durations. */
export function measureCodec(param: string): ParamCodec<string> {
  return {
    param,
    defaultValue: '',
    parse(text) {
      if (text === 'duration') return { value: '' }
      const key = resolveKey(text, 'spans')
      if (key === undefined) return { error: describeUnknown(param, text) }
      if (key.is === 'field')
        return { error: `${param}=${text} must be an attribute with numbers, such as @app.items.` }
      return { value: text }
    },
    format: value => value,
  }
}

function describeUnknown(param: string, key: string): string {
  const nearest = findNearestKey(key, 'spans')
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `${param}: spans have no key ${key}.${meant} An attribute is written @${key}.`
}
