import { GROUP_SEPARATOR } from '../../../search/groups.ts'

/** The value of each key of a group. */
export const splitValues = (value: string): readonly string[] => value.split(GROUP_SEPARATOR)

/** Tells if the spans of a group have none of the keys. */
export const lacksKeys = (value: string): boolean => value.replaceAll(GROUP_SEPARATOR, '') === ''

/** `checkout · gold`, with `none` where a span lacks one of several keys; '' without any. */
export function formatGroup(value: string): string {
  return lacksKeys(value)
    ? ''
    : splitValues(value)
        .map(of => of || 'none')
        .join(' · ')
}

/** The keys by which spans are grouped, as an address has them: `service,@tier`; by default the service. */
export function splitKeys(by: string): readonly string[] {
  const keys = by.split(',').map(key => key.trim())
  const named = new Set(keys.filter(key => key !== ''))
  return named.size === 0 ? ['service'] : [...named]
}
