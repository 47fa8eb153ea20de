import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import type { TestEngine } from '../../test/engine/start-engine.ts'
import { deliverOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { NO_MERGES } from '../issue-events/merges.ts'
import { listIssueExceptions } from '../issues/list-issue-exceptions.ts'
import { listIssues } from '../issues/list-issues.ts'
import { openStore, type Store } from '../store.ts'
import { rangeEndingAt } from '../units.ts'
import { listExceptions } from './list-exceptions.ts'

/** What stock SDKs sent for one unhandled error; `npm run test:senders` records it again. */
const folder = process.env['ERRATA_TEST_SENDERS'] ?? join(import.meta.dirname, '../../e2e/senders')
const requests = z.array(z.record(z.string(), z.unknown()))
const recording = z.object({ source: z.string(), logs: requests, traces: requests })
const senders = globSync('*/recorded.json', { cwd: folder })
  .sort()
  .map(file => ({ name: dirname(file), ...recording.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))) }))

let engine: TestEngine
let otelcol: RunningOtelcol
let store: Store

beforeAll(async () => {
  engine = await startReadyEngine()
  otelcol = await startOtelcol({ clickhouse: { url: engine.url, ...engine.collector } })
  store = openStore({ url: engine.url, ...engine.desk, timeoutMs: 120_000 })
})

afterAll(async () => {
  await store?.close()
  await otelcol?.stop()
  await engine?.[Symbol.asyncDispose]()
})

const orders = [
  ['logs', 'traces'],
  ['traces', 'logs'],
] as const

test.concurrent.each(senders.flatMap(sender => orders.map(order => ({ ...sender, order }))))(
  'an error of $name is one event of one issue: $order',
  async ({ name, order, ...recorded }) => {
    const service = `${name} ${order[0]} first`
    const issues = new Set<string>()
    for (const signal of order.filter(signal => recorded[signal].length > 0)) {
      for (const body of recorded[signal])
        await deliverOtlp({ url: otelcol.httpUrl, signal, body: asOfNow(body, service) })
      await poll(
        () => countOf(service, signal),
        count => count > 0,
      )
      const range = rangeEndingAt(Date.now() + 60_000, 7_200_000)
      const exceptions = await listExceptions(store, { range, service, limit: 50 })
      expect(exceptions).toHaveLength(1)
      for (const { issue } of exceptions) {
        issues.add(issue)
        expect(await listIssueExceptions(store, { issue, merges: NO_MERGES, range, limit: 50 })).toHaveLength(1)
      }
      const listed = await listIssues(store, {
        range,
        nowNs: range.to,
        tab: 'all',
        sort: 'events',
        offset: 0,
        limit: 50,
        who: '',
        service,
      })
      expect(listed.issues.map(({ issue, events }) => [issue, events])).toEqual([...issues].map(issue => [issue, 1]))
    }
  },
)

/** The request with its timestamps moved to now, and another service. */
function asOfNow(request: object, service: string): object {
  const text = JSON.stringify(request)
  const times = Array.from(text.matchAll(/TimeUnixNano":"?(\d+)/gi), ([, time = '0']) => BigInt(time))
  const newest = times.toSorted((a, b) => Number(a - b)).at(-1) ?? 0n
  const shift = BigInt(Date.now()) * 1_000_000n - newest
  return JSON.parse(text, (key, value: unknown) => {
    if (/TimeUnixNano$/i.test(key) && Number(value) > 0) return String(BigInt(String(value)) + shift)
    const isName = typeof value === 'object' && value !== null && 'key' in value && value.key === 'service.name'
    return isName ? { key: 'service.name', value: { stringValue: service } } : value
  })
}

async function countOf(service: string, signal: 'logs' | 'traces'): Promise<number> {
  const { text } = await engine.send({
    body: `SELECT count() FROM otel.exceptions WHERE ServiceName = '${service}' AND Source = '${signal === 'logs' ? 'log' : 'event'}'`,
  })
  return Number(text)
}
