import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundJson } from './bound-json.ts'
import { boundRecords } from './bound-records.ts'
import { limitNames, type NameKind, NEW_NAMES_PER_HOUR } from './name-limit.ts'

const releases = new Set(['1.0.0'])
type Attributes = Readonly<Record<string, unknown>>

const list = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : value,
  }))

const logsOf = (records: readonly Attributes[], resource: Attributes = {}) => ({
  resourceLogs: [
    {
      resource: { attributes: list(resource) },
      scopeLogs: [{ logRecords: records.map(one => ({ attributes: list(one) })) }],
    },
  ],
})

/** Bounds requests of one client. @returns what a receiver reads */
function openBounds(mayUse = limitNames()) {
  return (request: object) => {
    const bounds = boundRecords({ client: 'a', mayUse, releases, nowMs: () => 0 })
    const json = structuredClone(request)
    boundJson(json, bounds)
    return { read: json as Record<string, unknown>, dropped: bounds.dropped }
  }
}

const recordsOf = (read: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(read)).resourceLogs[0].scopeLogs[0].logRecords.map(textsOf)
const textsOf = ({ attributes = [] }: { attributes?: { key: string; value: { stringValue: string } }[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]))

test('a post has 200 records at most, and what is left out is counted', () => {
  const request = logsOf(Array.from({ length: 5_900 }, (_, i) => ({ n: `${i}` })))
  const { read, dropped } = openBounds()(request)
  expect([recordsOf(read).length, dropped]).toEqual([200, { records: 5_700, names: 0 }])
})

test('events of a span count as records', () => {
  const events = Array.from({ length: 400 }, () => ({ name: 'exception' }))
  const request = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'a', events }, { name: 'b' }] }] }] }
  const { read, dropped } = openBounds()(request)
  const [span, ...others] = JSON.parse(JSON.stringify(read)).resourceSpans[0].scopeSpans[0].spans
  expect([span.events.length, others.length, dropped.records]).toEqual([199, 0, 202])
})

test.each([
  ['exception.type', 'type'],
  ['errata.transaction.route', 'route'],
  ['http.route', 'route'],
  ['user.id', 'user'],
  ['deployment.environment.name', 'environment'],
])('of %s a client has 50 new ones an hour, the next are other', key => {
  const bound = openBounds()
  for (let post = 0; post < 2; post++) {
    const request = logsOf(
      Array.from({ length: 40 }, (_, i) => ({ [key]: `${key} ${'abcdefghij'[post]}${'x'.repeat(i)}` })),
    )
    const { read, dropped } = bound(request)
    const others = recordsOf(read).filter((one: Attributes) => one[key] === 'other').length
    expect(others).toBe(post === 0 ? 0 : 30)
    expect(dropped.names).toBe(others)
  }
})

test('a name that was seen before is nobody’s new one, and an hour later there are as many again', () => {
  let nowMs = 0
  const limit = limitNames(() => nowMs)
  const some = Array.from({ length: NEW_NAMES_PER_HOUR.route }, (_, i) => `/${i}`)
  expect(some.every(name => limit('a', 'route', name))).toBe(true)
  expect([limit('a', 'route', '/new'), limit('a', 'route', '/1'), limit('b', 'route', '/1')]).toEqual([
    false,
    true,
    true,
  ])
  expect(limit('b', 'route', '/new')).toBe(true)
  nowMs = 3_600_000
  expect(limit('a', 'route', '/newer')).toBe(true)
})

test('a release is one that the server has served, or unknown', () => {
  const released = (release: unknown) => {
    const { read } = openBounds()(logsOf([{}], { 'service.version': release }))
    return textsOf(JSON.parse(JSON.stringify(read)).resourceLogs[0].resource)['service.version']
  }
  expect(released('1.0.0')).toBe('1.0.0')
  expect(released('9.9.9')).toBe('unknown')
  expect(released({ intValue: 7 })).toBe('unknown')
  expect(released({ arrayValue: { values: [{ stringValue: '1.0.0' }] } })).toBe('unknown')
})

test('a release does not count where a record of it is more than an hour old: no clock makes it seem older than others', () => {
  const nowMs = Date.now()
  const minutesAgo = (minutes: number) => String(BigInt(nowMs - minutes * 60_000) * 1_000_000n)
  const resource = { attributes: list({ 'service.version': '1.0.0' }) }
  const released = (request: Record<string, { resource: object }[]>) => {
    boundJson(request, boundRecords({ client: 'a', mayUse: () => true, releases, nowMs: () => nowMs }))
    return textsOf(Object.values(request)[0]?.[0]?.resource ?? {})['service.version']
  }
  const ofLogs = (record: object) => {
    const of = { resource: structuredClone(resource), scopeLogs: [{ logRecords: [record] }] }
    return released({ resourceLogs: [of] })
  }
  const ofSpans = (span: object) => {
    const of = { resource: structuredClone(resource), scopeSpans: [{ spans: [span] }] }
    return released({ resourceSpans: [of] })
  }

  expect(ofLogs({ timeUnixNano: minutesAgo(59) })).toBe('1.0.0')
  expect(ofLogs({ timeUnixNano: minutesAgo(61) })).toBe('unknown')
  expect(ofLogs({ observedTimeUnixNano: minutesAgo(1) })).toBe('1.0.0')
  expect(ofLogs({ observedTimeUnixNano: minutesAgo(61) })).toBe('unknown')
  expect(ofLogs({})).toBe('unknown')
  expect(ofSpans({ startTimeUnixNano: minutesAgo(1) })).toBe('1.0.0')
  expect(ofSpans({ startTimeUnixNano: minutesAgo(9_000) })).toBe('unknown')
  const event = { timeUnixNano: minutesAgo(9_000), name: 'exception' }
  expect(ofSpans({ startTimeUnixNano: minutesAgo(1), events: [event] })).toBe('unknown')
})

test('an exception of one issue too many is other, without the stack that would make it one', () => {
  const bound = openBounds()
  const thrown = (nth: number) => ({
    'exception.type': 'Error',
    'exception.message': `m${nth}`,
    'exception.stacktrace': `Error: m${nth}\n    at f${'x'.repeat(nth)} (https://shop.example/app.js:1:${nth})`,
    kept: 'yes',
  })
  const records = recordsOf(bound(logsOf(Array.from({ length: 110 }, (_, i) => thrown(i)))).read)
  expect(records.slice(0, 100).map((one: Attributes) => one['exception.type'])).toEqual(Array(100).fill('Error'))
  expect(records.slice(100)).toEqual(
    Array(10).fill({ 'exception.type': 'other', 'exception.message': 'other', kept: 'yes' }),
  )
})

const thrownBy = (message: string, frame: string) => ({
  'exception.type': 'Error',
  'exception.message': message,
  'exception.stacktrace': `Error: ${message}\n    at ${frame}`,
})

test('one error again and again is one issue, however far the number in its message counts', () => {
  const bound = openBounds()
  const counted = Array.from({ length: 200 }, (_, i) => thrownBy(`no order ${1_000 + i}`, 'pay (/app.js:1:2)'))
  expect(bound(logsOf(counted)).dropped.names).toBe(0)
})

test.each([
  ['function', (digit: number) => thrownBy('no order', `pay${digit} (/app.js:1:2)`)],
  ['file', (digit: number) => thrownBy('no order', `pay (/app${digit}.js:1:2)`)],
  ['type', (digit: number) => ({ ...thrownBy('no order', 'pay (/app.js:1:2)'), 'exception.type': `E${digit}` })],
  ['word of the message', (digit: number) => thrownBy(`no order${digit}x of "${digit}"`, 'pay (/app.js:1:2)')],
  ['message that may be a frame', (digit: number) => thrownBy(`f${digit}@/a.js:${digit}:1`, 'pay (/app.js:1:2)')],
  [
    'cause',
    (digit: number) => ({ ...thrownBy('no', 'pay (/app.js:1:2)'), 'errata.exception.causes': `["E${digit}"]` }),
  ],
  [
    'message that it has twice',
    (digit: number) => ({ 'exception.type': 'E', 'exception.message': `no order #${digit}` }),
  ],
])('a digit in its %s does not lift the limit of new issues', (_, thrown) => {
  const bound = openBounds()
  const { read } = bound(logsOf(Array.from({ length: 150 }, (_, i) => thrown(i))))
  const kept = recordsOf(read).filter((one: Attributes) => one['exception.message'] !== 'other')
  expect(kept).toHaveLength(NEW_NAMES_PER_HOUR.issue)
})

/** Lets each kind have so many names. */
function limitTo(most: Partial<Record<NameKind, number>>) {
  const used = new Map<NameKind, Set<string>>()
  return (_: string, kind: NameKind, name: string) => {
    const names = used.get(kind) ?? new Set()
    used.set(kind, names.add(name))
    return [...names].indexOf(name) < (most[kind] ?? Number.POSITIVE_INFINITY)
  }
}

test('a record beyond the limit of sessions is kept without its session, and counted', () => {
  const sessions = ['a', 'b', 'c', 'b'].map(id => ({ 'session.id': id, kept: 'yes' }))
  const { read, dropped } = openBounds(limitTo({ session: 2 }))(logsOf(sessions))
  expect(recordsOf(read)).toEqual([sessions[0], sessions[1], { kept: 'yes' }, sessions[1]])
  expect(dropped).toEqual({ records: 0, names: 1 })
})

test('beyond the limit of traces a span is left out and a log record loses its trace, and both are counted', () => {
  const of = (...ids: string[]) => ids.map(traceId => ({ traceId, spanId: '01' }))
  const bound = openBounds(limitTo({ trace: 2 }))
  const spans = bound({ resourceSpans: [{ scopeSpans: [{ spans: of('a', 'b', 'c', 'a') }] }] })
  expect(spans.read).toEqual({ resourceSpans: [{ scopeSpans: [{ spans: of('a', 'b', 'a') }] }] })
  expect(spans.dropped).toEqual({ records: 1, names: 0 })
  const logs = bound({ resourceLogs: [{ scopeLogs: [{ logRecords: [...of('b', 'd'), { trace_id: 'e' }] }] }] })
  expect(logs.read).toEqual({ resourceLogs: [{ scopeLogs: [{ logRecords: [...of('b'), {}, {}] }] }] })
  expect(logs.dropped).toEqual({ records: 0, names: 2 })
})

test('an hour has 1,000 new sessions and 20,000 new traces of a client', () => {
  const limit = limitNames(() => 0)
  const taken = (kind: NameKind, count: number) =>
    Array.from({ length: count }, (_, i) => limit('a', kind, `${i}`)).filter(Boolean).length
  expect([taken('session', 1_100), taken('trace', 21_000)]).toEqual([1_000, 20_000])
  expect([limit('b', 'session', 'x'), limit('b', 'trace', 'x')]).toEqual([true, true])
})

test('JSON with underscores is bounded as well', () => {
  const request = {
    resource_logs: [
      {
        resource: { attributes: [{ key: 'service.version', value: { string_value: 'x' } }] },
        scope_logs: [{ log_records: Array(300).fill({}) }],
      },
    ],
  }
  const bounds = boundRecords({ client: 'a', mayUse: limitNames(), releases })
  boundJson(request, bounds)
  expect(bounds.dropped.records).toBe(100)
  expect(JSON.stringify(request)).toContain('"stringValue":"unknown"')
})

test('whatever a browser sends within its bounds, a receiver reads it as it was', () => {
  const value = fc.oneof(
    fc.string().map(stringValue => ({ stringValue })),
    fc.boolean().map(boolValue => ({ boolValue })),
    fc
      .array(fc.string(), { maxLength: 3 })
      .map(texts => ({ arrayValue: { values: texts.map(stringValue => ({ stringValue })) } })),
  )
  const attributes = fc.dictionary(fc.constantFrom('a', 'exception.type', 'user.id', 'http.route', 'é'), value)
  const record = fc.record({ attributes, body: value, severityNumber: fc.nat(24) })
  fc.assert(
    fc.property(fc.array(record, { maxLength: 5 }), attributes, (records, resource) => {
      const request = {
        resourceLogs: [
          {
            resource: { attributes: list(resource) },
            scopeLogs: [{ logRecords: records.map(one => ({ ...one, attributes: list(one.attributes) })) }],
          },
        ],
      }
      expect(openBounds(() => true)(request).read).toEqual(request)
    }),
  )
})
