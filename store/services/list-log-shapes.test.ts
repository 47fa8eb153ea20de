import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listLogShapes } from './list-log-shapes.ts'

const range = { from: nsOfMs(Date.now() - 3_600_000), to: nsOfMs(Date.now() + 60_000) }
const shape = {
  ...{ resourceNames: [], language: '', sdkVersion: '', hasSeverity: true, hasTrace: false, isJson: false },
  ...{ lacksStack: false, records: 1 },
}

test('tells what log records of a service have and lack, however often they came', async () => {
  const at = nsOfMs(Date.now() - 60_000)
  const rows = [
    logRow({ at, body: 'a' }),
    logRow({ at, body: 'b' }),
    logRow({ at, severityNumber: 0, traceId: '1'.repeat(32), body: '{"msg":"c"}' }),
    logRow({ at, attributes: { 'exception.type': 'E' }, resource: { 'service.version': '1' } }),
    logRow({ at, service: 'other' }),
    logRow({ at: 2 * 3_600_000 }),
  ]
  await using store = await openTestStore([...rows, ...rows])
  expect(await listLogShapes(store, { range, service: 'shop', names: ['service.version'] })).toEqual([
    { ...shape, records: 2 },
    { ...shape, hasSeverity: false, hasTrace: true, isJson: true },
    { ...shape, resourceNames: ['service.version'], lacksStack: true },
  ])
})
