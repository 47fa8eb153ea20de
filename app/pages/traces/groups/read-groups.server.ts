import type { ClauseKey } from '../../../../search/search.ts'
import { findNearestKey, resolveKey } from '../../../../search/search-keys.ts'
import type { InvalidFilter } from '../../../url/codec.ts'
import { type TraceFilters, traceCodecs } from '../../../url/trace-filters.ts'
import { splitKeys } from './group-values.ts'

interface GroupsRead {
  /** At least one; by default the service. */
  readonly by: readonly ClauseKey[]
  /** The attribute whose numbers are summed up; `undefined` for durations. */
  readonly measure: ClauseKey | undefined
  readonly errors: readonly InvalidFilter[]
}

/** More would leave few spans a group. */
const MAX_KEYS = 4

/** Reads by which keys spans are grouped, and what is measured of them. */
export function readGroups({ by, measure }: Pick<TraceFilters, 'by' | 'measure'>): GroupsRead {
  const keys = splitKeys(by)
  const resolved = keys.flatMap(key => resolveKey(key, 'spans') ?? [])
  const measured = measure === '' || measure === 'duration' ? undefined : resolveKey(measure, 'spans')
  const unknown = keys.find(key => resolveKey(key, 'spans') === undefined)
  const fault = (param: string, input: string, message: string): InvalidFilter[] =>
    message === '' ? [] : [{ param, input, message: `${param}: ${message}` }]
  const errors = [
    ...fault(
      traceCodecs.by.param,
      by,
      unknown === undefined
        ? keys.length > MAX_KEYS
          ? `spans are grouped by at most ${MAX_KEYS} keys, not ${keys.length}.`
          : ''
        : describeUnknown(unknown),
    ),
    ...fault(
      traceCodecs.measure.param,
      measure,
      measure === '' || measure === 'duration' || measured?.is === 'attribute'
        ? ''
        : measured === undefined
          ? describeUnknown(measure)
          : `${measure} is no attribute with numbers, such as @app.items.`,
    ),
  ]
  return { by: resolved.length > 0 ? resolved : [{ is: 'field', name: 'service' }], measure: measured, errors }
}

function describeUnknown(key: string): string {
  const nearest = findNearestKey(key, 'spans')
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `spans have no key ${key}.${meant} An attribute is written @${key}.`
}
