import { readStates } from '../issues/read-states.ts'
import type { Store } from '../store.ts'
import { isPatternRefused } from '../store-error.ts'
import type { Ns, TimeRange } from '../units.ts'
import type { Condition, Context } from './parse-condition.ts'
import type { Removable } from './removable.ts'
import { tryOnEvents } from './try-on-events.ts'
import { tryOnLogs } from './try-on-logs.ts'
import { tryOnSpans } from './try-on-spans.ts'
import { type TriedSpecimen, tryOnSpecimens } from './try-on-specimens.ts'

/** What conditions would have removed of what is stored, and what they would take of what their rule removed. */
export interface Tried {
  /** By what the conditions are about. */
  readonly removable: ReadonlyMap<Context, Removable>
  readonly specimens: readonly TriedSpecimen[]
}

const QUESTIONS = { log: tryOnLogs, span: tryOnSpans, spanevent: tryOnEvents } as const

/**
 * Tries the conditions of a rule on what is stored.
 *
 * @param options.conditions of each context those that take a thing of it
 * @param options.nowNs as of when the issues stand as they are told to
 * @returns `fault`, where a pattern among them is none
 * @throws {StoreError} Any other kind.
 */
export async function tryConditions(
  store: Store,
  {
    rule,
    conditions,
    range,
    nowNs,
  }: { rule: string; conditions: ReadonlyMap<Context, readonly Condition[]>; range: TimeRange; nowNs: Ns },
  signal?: AbortSignal,
): Promise<Tried | { readonly fault: 'pattern' }> {
  const states = await readStates(store, { nowNs }, signal)
  try {
    const [specimens, ...removable] = await Promise.all([
      tryOnSpecimens(store, { rule, conditions }, signal),
      ...[...conditions].map(
        async ([context, of]): Promise<[Context, Removable]> => [
          context,
          await QUESTIONS[context](store, { conditions: of, range, states }, signal),
        ],
      ),
    ])
    return { specimens, removable: new Map(removable) }
  } catch (error) {
    if (isPatternRefused(error)) return { fault: 'pattern' }
    throw error
  }
}
