import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import type { Store } from '../store.ts'
import { booleanColumn } from '../units.ts'
import type { DropCondition, DropConditionContext } from './parse-condition.ts'
import sql from './preview-on-samples.sql?raw'
import { translateConditions } from './translate-conditions.ts'

/** A sample of a rule, and whether the conditions match it. */
export type PreviewedSample = z.output<typeof row>

const COLUMNS = { item: 'own', resource: 'resource', name: 'name', kind: "own['errata.span.kind']" }
const SHAPES = { log: 'log', span: 'span', spanevent: 'event' } as const

/**
 * Evaluates conditions on the samples that a rule removed within a day.
 *
 * @param options.conditions By context; any of them matches.
 * @returns Newest first.
 * @throws {StoreError} Any kind; `isInvalidPatternError` is true for an invalid pattern.
 */
export function previewOnSamples(
  store: Store,
  { rule, conditions }: { rule: string; conditions: ReadonlyMap<DropConditionContext, readonly DropCondition[]> },
  signal?: AbortSignal,
): Promise<PreviewedSample[]> {
  const statement = { name: 'preview-on-samples', sql, params: { rule, limit: 1_000 }, decode: row.parse }
  const bound = bindExpressions(statement, bind => {
    const byContext = [...conditions].map(
      ([context, of]) => `(shape = '${SHAPES[context]}' AND ${translateConditions(of, COLUMNS, bind)})`,
    )
    return { conditions: byContext.join(' OR ') || '0' }
  })
  return store.query(bound, signal)
}

const row = z.object({ id: z.string(), shape: z.enum(['log', 'span', 'event']), taken: booleanColumn })
