import { expect, test } from 'vitest'
import { linkRecord } from './link-record.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const NONE = { traceId: '', spanId: '', service: '', sessionId: '', user: '' }

test('a record leads to its trace, and to its user, or to the session of someone who is not named', () => {
  const trace = { text: 'Trace', to: `/traces/${traceId}?span=b7ad6b7169203331.shop#span` }
  const of = { traceId, spanId: 'b7ad6b7169203331', service: 'shop', sessionId: '998086a1-77', user: '' }
  expect(linkRecord({ ...of, user: 'ada' })).toEqual([trace, { text: 'ada', to: '/users/ada' }])
  expect(linkRecord(of)).toEqual([trace, { text: 'Session 998086a1', to: '/sessions/998086a1-77' }])
  expect(linkRecord(NONE)).toEqual([])
  expect(linkRecord(of, of.traceId.slice(0, 8))[0]).toEqual({ ...trace, text: of.traceId.slice(0, 8) })
})
