import { expect, test } from 'vitest'
import { exceptionRow, newId, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { parseTraceId, rangeBefore, type TraceId } from '../units.ts'
import { listSessionHistory } from './list-session-history.ts'

const session = (id: string) => ({ 'session.id': id })
const browser = { service: 'shop-browser', kind: 'Internal' }
const lastHour = () => rangeBefore(Date.now() + 60_000, 3_600_000)

test('lists what the session of a trace did before, newest first', async () => {
  const [loaded, paid] = [newId(16), parseTraceId(newId(16)) as TraceId]
  await using store = await openTestStore([
    spanRow({ ...browser, at: 90_000, traceId: loaded, name: 'load /', attributes: session('s1') }),
    exceptionRow({ service: 'shop-browser', at: 60_000, type: 'Oops', attributes: session('s1') }),
    spanRow({ at: 30_001, traceId: paid, name: 'POST /pay', status: 'Error' }),
    spanRow({ ...browser, at: 30_002, traceId: paid, name: 'submit /pay', attributes: session('s1') }),
    exceptionRow({ at: 30_000, traceId: paid, type: 'PayError' }),
    spanRow({ ...browser, at: 20_000, name: 'load /other', attributes: session('s2') }),
  ])

  const steps = await listSessionHistory(store, { traceId: paid, range: lastHour() })
  expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'exception PayError',
    'transaction submit /pay',
    'exception Oops',
    'transaction load /',
  ])
})

test('lists once what came in both shapes, or was delivered twice', async () => {
  const [traceId, spanId] = [parseTraceId(newId(16)) as TraceId, newId(8)]
  const thrown = { 'exception.type': 'Oops', 'exception.message': 'no price' }
  const ids = { ...browser, traceId, spanId, at: 30_000 }
  const rows = [
    spanRow({ ...ids, name: 'load /', attributes: session('s1'), events: [{ name: 'exception', attributes: thrown }] }),
    exceptionRow({ service: browser.service, traceId, spanId, at: 30_000, type: 'Oops', message: 'no price' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const steps = await listSessionHistory(store, { traceId, range: lastHour() })
  expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['exception Oops', 'transaction load /'])
})

test('lists nothing for a trace in which no browser took part', async () => {
  const traceId = parseTraceId(newId(16)) as TraceId
  await using store = await openTestStore([spanRow({ traceId }), exceptionRow({ traceId }), exceptionRow()])

  expect(await listSessionHistory(store, { traceId, range: lastHour() })).toEqual([])
})
