import { readIssueStates } from '../issues/read-states.ts'
import type { DropSample } from '../noise/list-drop-samples.ts'
import type { Store } from '../store.ts'
import { isInvalidPatternError } from '../store-error.ts'
import { DAY_NS } from '../time-units.ts'
import type { Ns, TimeRange } from '../units.ts'
import type { DropPreview } from './drop-preview.ts'
import type { DropCondition, DropConditionContext } from './parse-condition.ts'
import { previewOnEvents } from './preview-on-events.ts'
import { previewOnLogs } from './preview-on-logs.ts'
import { previewOnSamples } from './preview-on-samples.ts'
import { previewOnSpans } from './preview-on-spans.ts'

/** What conditions would have removed from stored data, and which samples of their rule they match. */
export interface ConditionsPreview {
  /** By kind of item. */
  readonly removable: ReadonlyMap<DropConditionContext, DropPreview>
  readonly samples: readonly DropSample[]
}

const PREVIEW_BY_CONTEXT = { log: previewOnLogs, span: previewOnSpans, spanevent: previewOnEvents } as const

/**
 * Evaluates the conditions of a rule on stored data.
 *
 * @param options.conditions By context; any of them matches.
 * @param options.nowNs Issues have their states at this time, and the samples are of the day before it.
 * @returns `fault` if one of the patterns is invalid.
 * @throws {StoreError} Any other kind.
 */
export async function previewConditions(
  store: Store,
  {
    rule,
    conditions,
    range,
    nowNs,
  }: {
    rule: string
    conditions: ReadonlyMap<DropConditionContext, readonly DropCondition[]>
    range: TimeRange
    nowNs: Ns
  },
  signal?: AbortSignal,
): Promise<ConditionsPreview | { readonly fault: 'pattern' }> {
  const states = await readIssueStates(store, { nowNs }, signal)
  try {
    const [samples, ...removable] = await Promise.all([
      previewOnSamples(store, { rule, conditions, range: { from: nowNs - DAY_NS, to: nowNs } }, signal),
      ...[...conditions].map(
        async ([context, of]): Promise<[DropConditionContext, DropPreview]> => [
          context,
          await PREVIEW_BY_CONTEXT[context](store, { conditions: of, range, states }, signal),
        ],
      ),
    ])
    return { samples, removable: new Map(removable) }
  } catch (error) {
    if (isInvalidPatternError(error)) return { fault: 'pattern' }
    throw error
  }
}
