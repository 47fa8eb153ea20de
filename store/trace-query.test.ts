import { ClickHouseLogLevel, type ClickHouseTracer, createClient } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { getTestEngine } from '../test/store/open-test-store.ts'

test("the client's own tracer makes no span like ours", async () => {
  const { url, desk } = getTestEngine()
  const { tracer, spans } = recordingTracer()
  await using client = createClient({
    url,
    username: desk.user,
    password: desk.password,
    database: 'default',
    tracer,
    log: { level: ClickHouseLogLevel.OFF },
  })
  await (await client.query({ query: 'SELECT 1 AS x', format: 'JSONEachRow' })).json()
  await expect(client.query({ query: 'SELECT nope(1)' })).rejects.toThrow()

  const [query, stream, failed, ...more] = spans
  const whatToDo =
    'If one span now has the name, the SQL and the rows of a query, pass `tracer` and delete runInQuerySpan.'
  expect([query?.name, stream?.name, failed?.name, more], whatToDo).toEqual([
    'clickhouse.query',
    'clickhouse.query.stream',
    'clickhouse.query',
    [],
  ])
  for (const attributes of [query?.attributes, failed?.attributes]) {
    expect(Object.keys(attributes ?? {}), whatToDo).not.toContain('db.query.text')
    expect(Object.keys(attributes ?? {}), whatToDo).not.toContain('db.query.summary')
  }
  // In the conventions these are ClickHouse's own code of an error, such as 46, and how many rows came.
  expect(query?.attributes, whatToDo).toMatchObject({ 'db.response.status_code': 200 })
  expect(failed?.attributes, whatToDo).toMatchObject({ 'error.type': 'ClickHouseError', 'clickhouse.error.code': 46 })
  expect(stream?.attributes, whatToDo).toMatchObject({ 'db.response.returned_rows': 1 })
})

interface RecordedSpan {
  readonly name: string
  readonly attributes: Record<string, unknown>
}

function recordingTracer() {
  const spans: RecordedSpan[] = []
  const tracer: ClickHouseTracer = {
    startActiveSpan(name, { attributes }, run) {
      const span: RecordedSpan = { name, attributes: { ...attributes } }
      spans.push(span)
      return run({
        setAttributes: more => Object.assign(span.attributes, more),
        setStatus: () => undefined,
        recordException: () => undefined,
        end: () => undefined,
      })
    },
  }
  return { tracer, spans }
}
