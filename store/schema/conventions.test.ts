import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { newDatabase } from '../../test/store/new-database.ts'
import { type InsertedRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { findSpans } from '../spans/find-spans.ts'
import { openStore } from '../store.ts'
import { nsOfMs, type TimeRange } from '../units.ts'
import { applySchema } from './apply-schema.ts'
import { CONVENTIONS, type Convention, readConvention, writeConventions } from './conventions.ts'
import { readFurtherNames } from './read-further-names.ts'

test('the newest name counts, an older one where that is missing or empty', () => {
  expect(readConvention('user', { attributes: { 'user.id': 'ann', 'enduser.id': 'ben' } })).toBe('ann')
  expect(readConvention('user', { attributes: { 'user.id': '', 'enduser.id': 'ben' } })).toBe('ben')
  expect(readConvention('environment', { resource: { 'deployment.environment': 'live' } })).toBe('live')
  expect(readConvention('environment', { attributes: { 'deployment.environment': 'live' } })).toBe('')
})

test('no name needs to be quoted, and no name stands twice', () => {
  for (const { names } of Object.values<Convention>(CONVENTIONS)) {
    expect(new Set(names.map(({ name, of }) => `${of} ${name}`)).size).toBe(names.length)
    for (const { name } of names) expect(name).toMatch(/^[a-z][a-z_.]+$/)
  }
})

test('SQL reads further names last, and quotes them', () => {
  const further = { user: [{ name: "o'hara\\" }, { name: 'owner', of: 'resource' as const }] }
  expect(writeConventions(further).get('log_user')).toBe(
    "coalesce(nullIf(LogAttributes['user.id'], ''), nullIf(LogAttributes['enduser.id'], ''), " +
      "nullIf(LogAttributes['o\\'hara\\\\'], ''), ResourceAttributes['owner'])",
  )
})

function fileOf(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'errata-names-')), 'names.yaml')
  writeFileSync(path, text)
  return path
}

test('further names are read from a file, whose faults are told in one sentence', () => {
  const faultOf = (text: string) => {
    const path = fileOf(text)
    try {
      readFurtherNames(path)
    } catch (error) {
      return String(error).replaceAll(path, 'FILE')
    }
    return ''
  }

  expect(readFurtherNames('')).toEqual({})
  expect(readFurtherNames(fileOf(''))).toEqual({})
  expect(readFurtherNames(fileOf('user: [acme.customer, resource.acme.owner]'))).toEqual({
    user: [{ name: 'acme.customer' }, { name: 'acme.owner', of: 'resource' }],
  })
  expect(faultOf('usr: [a]')).toMatch(/^ConventionsError: ERRATA_CONVENTIONS=FILE: usr is none of what is read: .*user/)
  expect(faultOf('user: a')).toMatch(/user must be a list of names of attributes\.$/)
  expect(faultOf('user: ["a\'b"]')).toMatch(/user, name 1 is no name of an attribute/)
  expect(faultOf('user: [1]')).toMatch(/user, name 1 is no name of an attribute/)
  expect(faultOf('- user')).toMatch(/must be lists of names of attributes/)
  expect(faultOf('{')).toMatch(/ERRATA_CONVENTIONS=FILE cannot be read: /)
  expect(() => readFurtherNames('/nowhere/names.yaml')).toThrow(/cannot be read: ENOENT/)
})

test('further names apply to the rows that come after them, also in tables and views that exist', async () => {
  const { options, query, command, tables } = await newDatabase()
  await applySchema(options)
  const made = await tables()
  const { database } = options
  const insert = (traceId: string) =>
    command(`INSERT INTO ${database}.otel_traces (Timestamp, TraceId, SpanId, ServiceName, SpanKind, SpanAttributes, ResourceAttributes)
      VALUES (now64(9), '${traceId}', '1', 'shop', 'Server', {'acme.status': '503', 'acme.customer': 'ann', 'acme.session': 's'},
        {'acme.stage': 'live'})`)
  const read = () =>
    query(`SELECT TraceId AS trace, HttpStatus AS status, Failed AS failed, SessionId AS session, Environment AS environment
      FROM {database:Identifier}.transactions ORDER BY trace`)
  const furtherNames = {
    ...{ status: [{ name: 'acme.status' }], user: [{ name: 'acme.customer' }], session: [{ name: 'acme.session' }] },
    environment: [{ name: 'acme.stage', of: 'resource' as const }],
  }

  await insert('1')
  await applySchema({ ...options, furtherNames })
  await insert('2')
  expect(await read()).toEqual([
    { trace: '1', status: 0, failed: 0, session: '', environment: '' },
    { trace: '2', status: 503, failed: 1, session: 's', environment: 'live' },
  ])
  expect(await query('SELECT DISTINCT UserId AS user FROM {database:Identifier}.session_steps')).toEqual([
    { user: 'ann' },
  ])
  await applySchema({ ...options, furtherNames })
  const fresh = await newDatabase()
  await applySchema({ ...fresh.options, furtherNames })
  const shapes = (of: typeof made, name: string) => of.map(({ sql }) => sql.replaceAll(name, 'db'))
  expect(shapes(await tables(), database)).toEqual(shapes(await fresh.tables(), fresh.options.database))
  await applySchema(options)
  expect(await tables()).toEqual(made)
})

test('queries read further names too, in lists and searches', async () => {
  await using rows = await openTestStore([
    spanRow({ spanId: '1', attributes: { 'acme.customer': 'ann' } }),
    spanRow({ spanId: '2', attributes: { 'user.id': 'ben', 'acme.customer': 'ann' } }),
  ])
  const { url, desk } = rows.engine
  await using store = openStore({
    ...{ url, ...desk, database: rows.database },
    furtherNames: { user: [{ name: 'acme.customer' }] },
  })
  const range = { from: 0n, to: nsOfMs(Date.now() + 60_000) } as TimeRange
  const { search } = parseSearch('user:ann', 'spans')
  const found = await findSpans(store, { search, range, limit: 10 })
  expect(found.map(({ spanId }) => spanId)).toEqual(['1'])
  expect(store.complete('SELECT {{span_user}}, {{other: 1}}')).toMatch(/acme.customer'\]\), \{\{other: 1\}\}$/)
})

/** Kind, span status, attributes, and whether it failed. */
const SPANS: [
  kind: string,
  status: 'Unset' | 'Ok' | 'Error',
  attributes: Readonly<Record<string, string>>,
  failed: boolean,
][] = [
  ['Server', 'Unset', {}, false],
  ['Server', 'Ok', { 'http.response.status_code': '200' }, false],
  ['Server', 'Error', {}, true],
  ['Server', 'Error', { 'http.response.status_code': '200' }, true],
  ['Server', 'Unset', { 'http.response.status_code': '404' }, false],
  ['Server', 'Unset', { 'http.response.status_code': '503' }, true],
  ['Server', 'Unset', { 'http.status_code': '503' }, true],
  ['Client', 'Unset', { 'http.status_code': '502' }, true],
  ['Client', 'Error', { 'http.response.status_code': '404' }, true],
  ['Client', 'Unset', { 'http.response.status_code': 'none' }, false],
  // The transaction failed, this call of it did not.
  ['Client', 'Unset', { 'errata.transaction.id': 'other', 'errata.transaction.status_code': '500' }, false],
  ['Server', 'Unset', { 'errata.transaction.id': '1', 'errata.transaction.status_code': '500' }, true],
  // Remote procedure calls: as the server's convention says, also where its SDK did not set the status.
  ['Server', 'Unset', { 'rpc.grpc.status_code': '0' }, false],
  ['Server', 'Unset', { 'rpc.grpc.status_code': '13' }, true],
  ['Server', 'Unset', { 'rpc.response.status_code': 'UNAVAILABLE' }, true],
  ['Server', 'Error', { 'rpc.grpc.status_code': '5' }, false],
  ['Server', 'Error', { 'rpc.response.status_code': 'INVALID_ARGUMENT' }, false],
  ['Server', 'Error', { 'rpc.response.status_code': 'OK' }, true],
  ['Client', 'Error', { 'rpc.grpc.status_code': '5' }, true],
  ['Consumer', 'Error', {}, true],
]

test('a span failed by its status, by its own HTTP status, or by a code that its server caused', async () => {
  const rows: InsertedRow[] = SPANS.map(([kind, status, attributes], i) =>
    spanRow({
      ...{ at: 1_000 * i, traceId: `${i}`.padStart(32, '0'), spanId: '1', kind, status, attributes },
      parentSpanId: kind === 'Client' ? '2' : '',
    }),
  )
  await using store = await openTestStore(rows)
  const failed = await store.querySql<{ failed: number }>('SELECT Failed AS failed FROM otel_traces ORDER BY TraceId')
  expect(SPANS.map(([kind, status, attributes], i) => [kind, status, attributes, failed[i]?.failed === 1])).toEqual(
    SPANS,
  )
})

test('a browser is told by the language of its SDK, else by what describes it, and not by its name', async () => {
  const row = (service: string, resource: Record<string, string>) => spanRow({ service, resource })
  const rows = [
    row('web', { 'telemetry.sdk.language': 'webjs' }),
    row('page', { 'browser.mobile': 'false' }),
    row('render', { 'telemetry.sdk.language': 'nodejs', 'browser.platform': 'Linux' }),
    row('headless-browser', { 'telemetry.sdk.language': 'nodejs' }),
    row('plain', {}),
  ]
  await using store = await openTestStore(rows)
  const sides = 'SELECT ServiceName AS service FROM otel_traces WHERE IsBrowser = 1 ORDER BY service'
  expect(await store.querySql(sides)).toEqual([{ service: 'page' }, { service: 'web' }])
  const counted = 'SELECT DISTINCT ServiceName AS service FROM service_activity WHERE IsBrowser = 1 ORDER BY service'
  expect(await store.querySql(counted)).toEqual([{ service: 'page' }, { service: 'web' }])
})
