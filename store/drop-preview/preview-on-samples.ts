import type { BindParameter } from '../../search/bind.ts'
import { type DropSample, listDropSamples } from '../noise/list-drop-samples.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import type { DropCondition, DropConditionContext } from './parse-condition.ts'
import { translateConditions } from './translate-conditions.ts'

const COLUMNS = { item: 'own', resource: 'resource', name: 'own_name', kind: 'kind' }
const SHAPES = { log: 'log', span: 'span', spanevent: 'event' } as const

/**
 * Evaluates conditions on samples of what a rule removed; `taken` is the result.
 *
 * @param options.conditions By context; any of them matches.
 * @returns Newest first.
 * @throws {StoreError} Any kind; `isInvalidPatternError` is true for an invalid pattern.
 */
export function previewOnSamples(
  store: Store,
  {
    rule,
    conditions,
    range,
  }: {
    rule: string
    conditions: ReadonlyMap<DropConditionContext, readonly DropCondition[]>
    /** At most seven days. */
    range: TimeRange
  },
  signal?: AbortSignal,
): Promise<DropSample[]> {
  const query = {
    rule,
    range,
    limit: 1_000,
    writeConditions: (bind: BindParameter) =>
      [...conditions]
        .map(([context, of]) => `(shape = '${SHAPES[context]}' AND ${translateConditions(of, COLUMNS, bind)})`)
        .join(' OR ') || '0',
  }
  return listDropSamples(store, query, signal)
}
