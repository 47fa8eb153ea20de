import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { TABLES } from '../store/schema/tables/table-names.ts'
import { openTestStore, toWriterOptions } from '../test/store/open-test-store.ts'
import { clickHouseReceiver, otlpReceiver } from './deliver.ts'
import { generateTelemetry, type SeedPlan } from './generate.ts'
import type { SeedBatch } from './record.ts'

const untilMs = Math.floor(Date.now() / 300_000) * 300_000
/** No connection of these tests is lost. */
const say = (line: string) => expect.unreachable(line)
const plan: SeedPlan = { seed: 3, spans: 6_000, days: 2, untilMs }

test('everything except noise is inserted, noise is counted, and a second run changes nothing', async () => {
  await using store = await openTestStore()
  const batches = [...generateTelemetry(plan)]
  const { engine, database } = store
  const whole: SeedBatch = {
    spans: batches.flatMap(({ spans }) => spans),
    logs: batches.flatMap(({ logs }) => logs),
  }
  const kept = <Item extends { noise: unknown }>(items: readonly Item[]) =>
    items.filter(({ noise }) => noise === undefined)
  const exceptions = [...kept(whole.logs), ...kept(whole.spans).flatMap(({ events }) => events)].filter(
    ({ attributes }) => 'exception.type' in attributes,
  )
  const checks = whole.spans.filter(({ noise }) => noise === 'health-check').length

  for (let time = 0; time < 2; time += 1) {
    const receiver = clickHouseReceiver({
      ...toWriterOptions(engine),
      sinceMs: untilMs - 2 * 86_400_000,
      database,
      say,
    })
    await receiver.take(whole)

    const [stored] = await store.querySql<Record<string, string>>(`SELECT
      (SELECT count() FROM ${TABLES.spans} FINAL) AS spans,
      (SELECT count() FROM ${TABLES.logs} FINAL) AS logs,
      (SELECT count() FROM transactions FINAL WHERE Release = '') AS nameless,
      (SELECT count() FROM exceptions FINAL) AS exceptions`)
    expect(stored).toMatchObject({
      spans: `${kept(whole.spans).length}`,
      logs: `${kept(whole.logs).length}`,
      nameless: '0',
      exceptions: `${exceptions.length}`,
    })
    const [counter] = await store.querySql<{ spans: number }>(`SELECT max(Value) AS spans FROM ${TABLES.sums}
      WHERE MetricName = 'otelcol_processor_filter_spans.filtered' AND Attributes['filter'] = 'filter/health-check'`)
    expect(counter?.spans).toBe(checks)
  }
})

test('nothing to deliver sends nothing', async () => {
  await using store = await openTestStore()
  const { engine, database } = store
  await clickHouseReceiver({ ...toWriterOptions(engine), sinceMs: 0, database, say }).take({ spans: [], logs: [] })
  expect(await store.querySql(`SELECT count() AS points FROM ${TABLES.sums}`)).toMatchObject([{ points: '0' }])
})

test("a rejection is reported with the database's error", async () => {
  await using store = await openTestStore()
  const receiver = clickHouseReceiver({ ...toWriterOptions(store.engine), password: 'wrong', sinceMs: 0, say })
  const [first = { spans: [], logs: [] }] = generateTelemetry(plan)
  await expect(receiver.take(first)).rejects.toThrow(/answered 403: Code: 516/)
})

test('a connection that the receiver closes is opened again, and that is said once', async () => {
  const bodies: number[] = []
  const said: string[] = []
  const server = createServer((req, res) => {
    req.resume()
    if (bodies.push(1) <= 2) req.socket.destroy()
    else res.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await otlpReceiver({ url, say: line => said.push(line) }).take({ spans: [], logs: [] })
  server.close()

  expect(bodies).toHaveLength(3)
  expect(said).toEqual([`The connection to ${url} was lost: trying again for up to a minute.`])
})

test('a receiver that is not there is told at once', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  server.close()
  await expect(otlpReceiver({ url, say }).take({ spans: [], logs: [] })).rejects.toThrow('fetch failed')
})
