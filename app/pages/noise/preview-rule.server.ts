import type { RouterContextProvider } from 'react-router'
import { previewConditions } from '../../../store/drop-preview/preview-conditions.ts'
import { previewOnSamples } from '../../../store/drop-preview/preview-on-samples.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { nsOfMs, rangeEndingAt, type TimeRange } from '../../../store/units.ts'
import { tryQuery } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { sampleTitle } from './group-samples.ts'
import { parsePreview } from './parse-preview.ts'

interface PreviewArgs {
  readonly request: Request
  readonly url: URL
  readonly context: Readonly<RouterContextProvider>
}

/**
 * The active conditions of a rule, whether they match its samples, and what the conditions in the URL would do.
 *
 * @returns `fault` if the rule's configuration cannot be read
 */
export async function previewDropRule(
  args: PreviewArgs,
  { rule, range, nowMs }: { rule: string; range: TimeRange; nowMs: number },
) {
  const read = args.context.get(settingsContext).dropRules
  if ('fault' in read) return { fault: read.fault }
  const found = read.rules.find(one => one.rule === rule)
  if (found === undefined) return { fault: `The Collector configuration has no drop rule ${rule}.` }
  const preview = parsePreview(found.conditions, args.url.searchParams)
  const asItRuns = parsePreview(found.conditions, new URLSearchParams())
  const known =
    asItRuns.filterErrors.length > 0
      ? undefined
      : await tryQuery(args, previewOnSamples, {
          rule,
          conditions: asItRuns.parsed,
          range: rangeEndingAt(nowMs, DAY_MS),
        })
  const unlike = known !== undefined && 'answer' in known ? known.answer.filter(({ taken }) => !taken).length : 0
  const { conditions, filterErrors } = preview
  if (!preview.isAsked || filterErrors.length > 0) return { conditions, filterErrors, unlike, result: undefined }
  const result = await tryQuery(
    args,
    async (store, asked: Parameters<typeof previewConditions>[1], signal) => {
      const answer = await previewConditions(store, asked, signal)
      if ('fault' in answer) return answer
      const left = answer.samples
        .filter(({ taken }) => !taken)
        .map(sample => ({ id: sample.id, title: sampleTitle(sample) || sample.id }))
      return { removable: answer.removable, samples: { total: answer.samples.length, left } }
    },
    { rule, conditions: preview.parsed, range, nowNs: nsOfMs(nowMs) },
  )
  return { conditions, filterErrors, unlike, result }
}

export type ConditionsPreview = Awaited<ReturnType<typeof previewDropRule>>
