import { expect, test } from 'vitest'
import { getPipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { judgeOne, ruleOf, whyOf } from '../../../test/alerts/judge-one.ts'
import { spanRow, sumRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { judgePipeline } from './pipeline.ts'

const nowMs = Date.now()
const canary = { app: 'here:3000', sinceMs: nowMs - 60 * MINUTE_MS, refusal: undefined }
const rule = ruleOf('pipeline')

const store = shareTestStore([
  spanRow({ at: nsOfMs(nowMs - 4 * MINUTE_MS), service: 'errata-canary', name: 'canary' }),
  ...[
    [300_000, 20],
    [5_000, 50],
  ].map(([at = 0, value = 0]) =>
    sumRow({ at, name: 'otelcol_receiver_refused_spans', value, resource: { 'service.instance.id': 'c0ffee00-1' } }),
  ),
])

test('each problem of the status page is a subject, told in plain words', async () => {
  const [judged] = await judgeOne(judgePipeline, { store: store(), rule, slotsMs: [nowMs], canary })
  const { problems } = await getPipelineHealth(store(), { nowMs, canary })
  expect(judged?.observations.length).toBe(problems.length)
  expect(new Set(judged?.observations.map(({ subject }) => subject)).size).toBe(problems.length)
  expect(whyOf(judged ?? { observations: [] })).toContainEqual(
    expect.stringMatching(/^!late: nothing stored for 4 min(: ClickHouse rejects inserts: \w+)?$/),
  )
  expect(whyOf(judged ?? { observations: [] })).toContain(
    '!refuses\nc0ffee00-1: refused 30 items in the last two minutes',
  )
})

test('it clears while canaries are stored', async () => {
  const [judged] = await judgeOne(judgePipeline, {
    store: store(),
    rule,
    slotsMs: [nowMs - 4 * MINUTE_MS + 5_000],
    canary,
  })
  expect(judged?.observations.filter(({ subject }) => subject === 'late')).toEqual([])
})

test('why nothing is stored is told as far as it is known', async () => {
  const refused = { ...canary, refusal: 'connection refused' }
  const [judged] = await judgeOne(judgePipeline, { store: store(), rule, slotsMs: [nowMs], canary: refused })
  expect(whyOf(judged ?? { observations: [] })).toContain(
    '!late: nothing stored for 4 min: the Collector does not accept data: connection refused',
  )
})
