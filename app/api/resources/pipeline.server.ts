import { z } from 'zod'
import { listDrops } from '../../../store/noise/list-drops.ts'
import { getPipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { listSignals } from '../../../store/pipeline/list-signals.ts'
import { settingsContext } from '../../data/settings.ts'
import { dropCountsRange } from '../../parts/drop-counts/drop-counts-range.ts'
import { describeHealthProblem } from '../../parts/pipeline-health/describe-health.ts'
import { dropRulePath } from '../../url/page-paths.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { defineOperation } from '../define/operation.ts'
import { rangeShape, resolveRange, scopeOf, scopeShape } from '../define/parameters.ts'
import { count, page, time, writeTime } from '../define/values.ts'

const tag = 'Pipeline'

export const listDropsOperation = defineOperation({
  ...{ id: 'listDrops', method: 'GET', path: '/drops', permission: 'viewer', tag },
  summary: 'Counts what each drop rule removed',
  params: z.object({}),
  query: z.strictObject({ ...rangeShape, ...scopeShape }),
  answer: z
    .object({
      from: time,
      to: time,
      rules: z.array(
        z.object({
          rule: z.string(),
          page,
          spans: count,
          events: count.meta({ description: 'Events of spans that were kept.' }),
          logs: count,
          before: count.meta({ description: 'All of them, in the same time before.' }),
          last: time.nullable().meta({ description: 'The minute of the last one, if one was recently.' }),
        }),
      ),
    })
    .meta({ id: 'Drops' }),
  async run(asked, { query }) {
    const nowMs = floorToInterval(asked.nowMs)
    const { retentionDays } = asked.context.get(settingsContext)
    const range = dropCountsRange(resolveRange(query, nowMs), { nowMs, keptDays: retentionDays.digests })
    const drops = await asked.ask(listDrops, { range, ...scopeOf(asked, query) })
    return {
      from: writeTime(range.from),
      to: writeTime(range.to),
      rules: drops.map(({ rule, spans, events, logs, before, lastNs }) => ({
        ...{ rule, page: dropRulePath(rule), spans, events, logs, before },
        last: lastNs === undefined ? null : writeTime(lastNs),
      })),
    }
  },
})

export const getStatusOperation = defineOperation({
  ...{ id: 'getStatus', method: 'GET', path: '/status', permission: 'viewer', tag },
  summary: 'Tells whether telemetry is stored',
  params: z.object({}),
  query: z.strictObject({}),
  answer: z
    .object({
      is_healthy: z.boolean(),
      problems: z.array(
        z.object({
          kind: z.string().meta({
            description: 'late, passes, uncounted, silent, stopped, refuses, stuck or filling; more may come.',
          }),
          detail: z.string(),
        }),
      ),
      newest_canary: time.nullable().meta({ description: 'When the newest stored canary was sent; null without one.' }),
      collectors: z.array(z.string()).meta({ description: 'Those that report, by `service.instance.id`.' }),
      signals: z.array(
        z.object({ signal: z.string(), newest_stored: time.nullable().meta({ description: 'To the second.' }) }),
      ),
    })
    .meta({ id: 'Status' }),
  async run(asked) {
    const { canary } = asked.context.get(settingsContext)
    const { nowMs } = asked
    const [{ problems, newestNs, collectors }, signals] = await Promise.all([
      asked.ask(getPipelineHealth, { nowMs, canary }),
      asked.ask(listSignals, {}),
    ])
    return {
      is_healthy: problems.length === 0,
      problems: problems.map(problem => ({
        kind: problem.kind,
        detail: describeHealthProblem(problem, nowMs, newestNs),
      })),
      newest_canary: newestNs === undefined ? null : writeTime(newestNs),
      collectors: [...collectors],
      signals: signals.map(({ signal, newestStoredNs }) => ({
        signal,
        newest_stored: newestStoredNs === 0n ? null : writeTime(newestStoredNs),
      })),
    }
  },
})
