import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONVENTIONS, type Convention } from '../../store/schema/conventions.ts'
import type { TimeRange, TraceId } from '../../store/units.ts'
import { runs } from '../property-runs.ts'
import { DELIVERED_ROWS, DELIVERED_SUBJECTS } from './delivered-rows.ts'
import { queryEveryPage } from './every-answer.ts'
import { type InsertedRow, logRow, openTestStore, randomHexId, spanRow, type TestStore } from './open-test-store.ts'
import { createParamValues, runQueries } from './run-queries.ts'

/** The meanings that have had several names, with the names of each place: of the row or of the resource. */
const RENAMED = Object.values<Convention>(CONVENTIONS).flatMap(({ names }) =>
  (['resource', undefined] as const).flatMap(place => {
    const [newest, ...older] = names.filter(({ of }) => of === place).map(({ name }) => name)
    // The names that are Errata's own stay.
    return newest === undefined || older.length === 0 || newest.startsWith('errata.') ? [] : [{ place, newest, older }]
  }),
)

type Attributes = Readonly<Record<string, string>>

/** The same attributes, by other names. @param picks which name of each of {@link RENAMED} */
function rename(attributes: Attributes, place: 'resource' | undefined, picks: readonly number[]): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const at = RENAMED.findIndex(of => of.place === place && of.newest === name)
      const names = at < 0 ? [name] : [name, ...(RENAMED[at]?.older ?? [])]
      return [names[(picks[at] ?? 0) % names.length] ?? name, value]
    }),
  )
}

function renameRow({ table, values }: InsertedRow, picks: readonly number[]): InsertedRow {
  const renamed = (column: string, place: 'resource' | undefined) =>
    values[column] === undefined ? {} : { [column]: rename(values[column] as Attributes, place, picks) }
  return {
    table,
    values: {
      ...values,
      ...renamed('SpanAttributes', undefined),
      ...renamed('LogAttributes', undefined),
      ...renamed('ResourceAttributes', 'resource'),
    },
  }
}

/** A record without an id is known by its content, so each gets one. */
const withId = ({ table, values }: InsertedRow, i: number): InsertedRow => {
  const { LogAttributes: attributes } = values
  if (attributes === undefined) return { table, values }
  return { table, values: { ...values, LogAttributes: { ...(attributes as Attributes), 'log.record.uid': `u${i}` } } }
}

const { traceId, fromNs, toNs, digest } = DELIVERED_SUBJECTS
const at = toNs - 3_000_000_000_000n
const resource = { 'service.version': '2', 'deployment.environment.name': 'staging' }
const http = (status: string) => ({
  'http.request.method': 'POST',
  'url.full': 'https://pay.example/charges',
  'url.path': '/charges',
  'server.address': 'pay.example',
  'http.response.status_code': status,
})
const database = {
  'db.system.name': 'postgresql',
  'db.namespace': 'orders',
  'db.query.text': 'SELECT 1 FROM orders',
  'service.peer.name': 'orders-db',
}
const called = (attributes: Attributes, kind = 'Client', of: object = {}) =>
  spanRow({ at, traceId, parentSpanId: DELIVERED_SUBJECTS.requestId, kind, attributes, resource, ...of })

/** The delivered rows, and what they lack. */
const ROWS = [
  ...DELIVERED_ROWS,
  called(http('503')),
  called(http('404')),
  called(http('503'), 'Server', { traceId: randomHexId(16), parentSpanId: '', name: 'POST' }),
  called(database),
  called({ 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' }, 'Producer'),
  called({ 'rpc.response.status_code': '13', 'rpc.service': 'Prices' }, 'Server', { service: 'prices' }),
  called({ 'user.id': 'eve', 'session.id': 's2', 'user_agent.original': 'Mozilla/5.0 (old)' }, 'Internal'),
  logRow({ at, traceId, resource, attributes: { 'user.id': 'eve', 'session.id': 's2' } }),
].map(withId)

/** The newest name of each older one. */
const NEWEST = new Map(RENAMED.flatMap(({ newest, older }) => older.map(name => [name, newest] as const)))
const OLDER = new RegExp(`(?<=^|[^\\w.]|resource\\.)(?:${[...NEWEST.keys()].join('|')})(?![\\w.])`, 'g')

/** They measure the text of rows, of which names are a part. */
const OF_LENGTH = ['storage/list-span-volume.sql', 'storage/list-log-volume.sql']

/** Answers as text, with the newest names of raw attributes; rows in order of their text, as some lists are in order of names. */
function comparable(answer: unknown): unknown {
  if (typeof answer === 'bigint') return String(answer)
  if (typeof answer === 'string') return answer.replaceAll(OLDER, name => NEWEST.get(name) ?? name)
  if (Array.isArray(answer)) return answer.map(of => JSON.stringify(comparable(of))).toSorted()
  if (typeof answer !== 'object' || answer === null) return answer
  const entries = Object.entries(answer).map(([name, value]) => [comparable(name), comparable(value)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

test('the same telemetry in older names has the same answers on every page', async () => {
  await using newest = await openTestStore()
  await using older = await openTestStore()
  await newest.empty()
  await newest.insert(ROWS)
  const values = await createParamValues(newest)
  const subjects = {
    range: { from: fromNs, to: toNs } as TimeRange,
    traceIds: [traceId as TraceId],
    digests: [digest],
    service: 'cart',
  }
  const answersOf = async (store: TestStore) => {
    const queries = [...(await runQueries(store, values))].filter(([file]) => !OF_LENGTH.includes(file))
    return {
      ...Object.fromEntries(queries.map(([file, rows]) => [file, comparable(rows.map(row => JSON.parse(row)))])),
      pages: comparable(await queryEveryPage(store, subjects)),
    }
  }
  const expected = await answersOf(newest)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { minLength: RENAMED.length, maxLength: RENAMED.length }), async picks => {
      await older.empty()
      await older.insert(ROWS.map(row => renameRow(row, picks)))
      expect(await answersOf(older)).toEqual(expected)
    }),
    { ...runs(2), endOnFailure: true },
  )
})
