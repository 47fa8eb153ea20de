import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { queryServiceMap, queryServices } from './query-services.server.ts'

const SERVICES = 5_000
const nowMs = Date.now()
const asked = {
  range: { from: nsOfMs(nowMs - 3_600_000), to: nsOfMs(nowMs + 60_000) },
  nowMs,
  listFilters: { service: '', environment: '', release: '', hidden: [] },
}
const store = shareTestStore()

/** Each service is called by another one, three by each, once; the last one of all with a failure. */
const insertServices = () =>
  store().command(`INSERT INTO otel_traces
      (Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, SpanKind, SpanName, Duration, StatusCode)
    SELECT fromUnixTimestamp64Milli(toInt64(${nowMs} - 1000 * (n % 3000) - 2000)), leftPad(hex(sipHash128(n)), 32, '0'),
      leftPad(hex(n * 2 + hop), 16, '0'), if(hop = 0, '', leftPad(hex(n * 2), 16, '0')),
      concat('service-', toString(if(hop = 0, intDiv(n - 1, 3), n))), if(hop = 0, 'Client', 'Server'), 'GET /', 1000,
      if(n = ${SERVICES - 1}, 'Error', 'Unset')
    FROM (SELECT number + 1 AS n FROM numbers(${SERVICES - 1})) ARRAY JOIN [0, 1] AS hop`)

test('of five thousand services the map and the list have a part of bounded size, what fails first, and say of how many', async () => {
  await insertServices()
  const { map, calls, total } = await queryServiceMap(store(), asked)
  expect([calls.length, map.edges.length]).toEqual([300, 300])
  expect(map.nodes.length).toBeLessThanOrEqual(600)
  expect(total).toBeGreaterThan(300)

  const { services, total: all } = await queryServices(store(), { ...asked, sort: '-errors' })
  expect([services.length, all]).toEqual([200, SERVICES])
  expect(services[0]?.service).toBe(`service-${SERVICES - 1}`)
})
