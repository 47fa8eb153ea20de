import type { ClauseKey } from '../../../search/search.ts'
import { findNearestKey, resolveKey } from '../../../search/search-keys.ts'
import type { InvalidFilter } from '../../url/codec.ts'
import { DURATION, type TraceFilters, traceCodecs } from '../../url/trace-filters.ts'
import { splitKeys } from './group-values.ts'

interface GroupsRead {
  /** At least one, if there are no errors. */
  readonly by: readonly ClauseKey[]
  /** The attribute whose numbers are summed up; `undefined` for durations. */
  readonly measure: ClauseKey | undefined
  readonly errors: readonly InvalidFilter[]
}

/** More would leave few spans a group. */
const MAX_KEYS = 4

/** Reads by which keys spans are grouped, and what is measured of them. */
export function readGroups({ by, measure }: Pick<TraceFilters, 'by' | 'measure'>): GroupsRead {
  const measured = measure === DURATION ? undefined : resolveKey(measure, 'spans')
  const faults = [
    { codec: traceCodecs.by, input: by, fault: findFaultOfKeys(splitKeys(by)) },
    { codec: traceCodecs.measure, input: measure, fault: findFaultOfMeasure(measure) },
  ]
  return {
    by: splitKeys(by).flatMap(key => resolveKey(key, 'spans') ?? []),
    measure: measured,
    errors: faults.flatMap(({ codec: { param }, input, fault }) =>
      fault === undefined ? [] : { param, input, message: `${param}: ${fault}` },
    ),
  }
}

function findFaultOfKeys(keys: readonly string[]): string | undefined {
  if (keys.length > MAX_KEYS) return `spans are grouped by at most ${MAX_KEYS} keys, not ${keys.length}.`
  return keys.map(findFaultOfKey).find(fault => fault !== undefined)
}

function findFaultOfMeasure(measure: string): string | undefined {
  if (measure === DURATION || resolveKey(measure, 'spans')?.is === 'attribute') return undefined
  return findFaultOfKey(measure) ?? `${measure} is no attribute with numbers, such as @app.items.`
}

function findFaultOfKey(key: string): string | undefined {
  if (resolveKey(key, 'spans') !== undefined) return undefined
  const nearest = findNearestKey(key, 'spans')
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `spans have no key ${key}.${meant} An attribute is written @${key}.`
}
