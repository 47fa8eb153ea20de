import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import protobuf from 'protobufjs'
import { expect, test } from 'vitest'
import { boundJson } from './bound-json.ts'
import { boundProtobuf } from './bound-protobuf.ts'
import { boundRecords } from './bound-records.ts'
import { limitNames, NEW_NAMES_PER_HOUR } from './name-limit.ts'

const file = join(import.meta.dirname, '../../../../test/otlp/otlp.proto')
const schema = protobuf.parse(readFileSync(file, 'utf8')).root
const releases = new Set(['1.0.0'])
type Attributes = Readonly<Record<string, unknown>>

const logs = schema.lookupType('LogsRequest')
const traces = schema.lookupType('TracesRequest')
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

/** Bounds one request in both encodings, each with a limit of its own. @returns what a receiver reads, as JSON */
function bothWays(mayUse = () => limitNames()) {
  const limits = [mayUse(), mayUse()]
  return (request: object, type = logs, client = 'a') => {
    const path = type === logs ? '/v1/logs' : '/v1/traces'
    return limits.map((limit, i) => {
      const bounds = boundRecords({ client, mayUse: limit, releases, nowMs: () => 0 })
      if (i === 0) {
        const json = structuredClone(request)
        boundJson(json, bounds)
        return { read: type.toObject(type.fromObject(json)), dropped: bounds.dropped }
      }
      const body = boundProtobuf(type.encode(type.fromObject(request)).finish(), path, bounds)
      return { read: type.toObject(type.decode(body)), dropped: bounds.dropped }
    })
  }
}

const recordsOf = (read: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(read)).resourceLogs[0].scopeLogs[0].logRecords.map(textsOf)
const textsOf = ({ attributes = [] }: { attributes?: { key: string; value: { stringValue: string } }[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]))

test('a post has 200 records at most, and what is left out is counted', () => {
  const request = logsOf(Array.from({ length: 5_900 }, (_, i) => ({ n: `${i}` })))
  for (const { read, dropped } of bothWays()(request)) {
    expect([recordsOf(read).length, dropped]).toEqual([200, { records: 5_700, names: 0 }])
  }
})

test('events of a span count as records', () => {
  const events = Array.from({ length: 400 }, () => ({ name: 'exception' }))
  const request = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'a', events }, { name: 'b' }] }] }] }
  for (const { read, dropped } of bothWays()(request, traces)) {
    const [span, ...others] = JSON.parse(JSON.stringify(read)).resourceSpans[0].scopeSpans[0].spans
    expect([span.events.length, others.length, dropped.records]).toEqual([199, 0, 202])
  }
})

test.each([
  ['exception.type', 'type'],
  ['errata.transaction.route', 'route'],
  ['http.route', 'route'],
  ['user.id', 'user'],
  ['deployment.environment.name', 'environment'],
])('of %s a client has 50 new ones an hour, the next are other', key => {
  const bound = bothWays()
  for (let post = 0; post < 2; post++) {
    const request = logsOf(
      Array.from({ length: 40 }, (_, i) => ({ [key]: `${key} ${'abcdefghij'[post]}${'x'.repeat(i)}` })),
    )
    for (const { read, dropped } of bound(request)) {
      const others = recordsOf(read).filter((one: Attributes) => one[key] === 'other').length
      expect(others).toBe(post === 0 ? 0 : 30)
      expect(dropped.names).toBe(others)
    }
  }
})

test('a name that was seen before is nobody’s new one, and an hour later there are as many again', () => {
  let nowMs = 0
  const limit = limitNames(() => nowMs)
  const some = Array.from({ length: NEW_NAMES_PER_HOUR }, (_, i) => `/${i}`)
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
  const released = (release: unknown) =>
    bothWays()(logsOf([{}], { 'service.version': release })).map(
      ({ read }) => textsOf(JSON.parse(JSON.stringify(read)).resourceLogs[0].resource)['service.version'],
    )
  expect(released('1.0.0')).toEqual(['1.0.0', '1.0.0'])
  expect(released('9.9.9')).toEqual(['unknown', 'unknown'])
  expect(released({ intValue: 7 })).toEqual(['unknown', 'unknown'])
  expect(released({ arrayValue: { values: [{ stringValue: '1.0.0' }] } })).toEqual(['unknown', 'unknown'])
})

test('a release does not count where a record of it is more than an hour old: no clock makes it seem older than others', () => {
  const nowMs = Date.now()
  const minutesAgo = (minutes: number) => String(BigInt(nowMs - minutes * 60_000) * 1_000_000n)
  const resource = { attributes: list({ 'service.version': '1.0.0' }) }
  const released = (type: protobuf.Type, request: Record<string, { resource: object }[]>) =>
    [0, 1].map(way => {
      const bounds = boundRecords({ client: 'a', mayUse: () => true, releases, nowMs: () => nowMs })
      if (way === 0) {
        boundJson(request, bounds)
        return textsOf(Object.values(request)[0]?.[0]?.resource ?? {})['service.version']
      }
      const path = type === logs ? '/v1/logs' : '/v1/traces'
      const body = boundProtobuf(type.encode(type.fromObject(request)).finish(), path, bounds)
      const read: typeof request = JSON.parse(JSON.stringify(type.toObject(type.decode(body))))
      return textsOf(Object.values(read)[0]?.[0]?.resource ?? {})['service.version']
    })
  const ofLogs = (record: object) =>
    released(logs, {
      resourceLogs: [{ resource: structuredClone(resource), scopeLogs: [{ logRecords: [record] }] } as never],
    })
  const ofSpans = (span: object) =>
    released(traces, {
      resourceSpans: [{ resource: structuredClone(resource), scopeSpans: [{ spans: [span] }] } as never],
    })

  expect(ofLogs({ timeUnixNano: minutesAgo(59) })).toEqual(['1.0.0', '1.0.0'])
  expect(ofLogs({ timeUnixNano: minutesAgo(61) })).toEqual(['unknown', 'unknown'])
  expect(ofLogs({ observedTimeUnixNano: minutesAgo(1) })).toEqual(['1.0.0', '1.0.0'])
  expect(ofLogs({ observedTimeUnixNano: minutesAgo(61) })).toEqual(['unknown', 'unknown'])
  expect(ofLogs({})).toEqual(['unknown', 'unknown'])
  expect(ofSpans({ startTimeUnixNano: minutesAgo(1) })).toEqual(['1.0.0', '1.0.0'])
  expect(ofSpans({ startTimeUnixNano: minutesAgo(9_000) })).toEqual(['unknown', 'unknown'])
  const event = { timeUnixNano: minutesAgo(9_000), name: 'exception' }
  expect(ofSpans({ startTimeUnixNano: minutesAgo(1), events: [event] })).toEqual(['unknown', 'unknown'])
})

test('an exception of one issue too many is other, without the stack that would make it one', () => {
  const bound = bothWays()
  const thrown = (nth: number) => ({
    'exception.type': 'Error',
    'exception.message': `m${nth}`,
    'exception.stacktrace': `Error: m${nth}\n    at f${'x'.repeat(nth)} (https://shop.example/app.js:1:${nth})`,
    kept: 'yes',
  })
  const [json, proto] = bound(logsOf(Array.from({ length: 60 }, (_, i) => thrown(i))))
  for (const { read } of [json, proto].filter(one => one !== undefined)) {
    const records = recordsOf(read)
    expect(records.slice(0, 50).map((one: Attributes) => one['exception.type'])).toEqual(Array(50).fill('Error'))
    expect(records.slice(50)).toEqual(
      Array(10).fill({ 'exception.type': 'other', 'exception.message': 'other', kept: 'yes' }),
    )
  }
})

test('one error again and again is one issue, whatever its message, its numbers and its positions', () => {
  const bound = bothWays()
  const thrown = (nth: number) => ({
    'exception.type': 'Error',
    'exception.message': `no order ${nth}`,
    'exception.stacktrace': `Error: no order ${nth}\n    at pay (https://shop.example/app.js:${nth}:${nth})`,
  })
  for (const { dropped } of bound(logsOf(Array.from({ length: 200 }, (_, i) => thrown(i)))))
    expect(dropped.names).toBe(0)
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
      const sent = logs.toObject(logs.fromObject(request))
      const [json, proto] = bothWays(() => () => true)(request)
      expect(json?.read).toEqual(sent)
      expect(proto?.read).toEqual(logs.toObject(logs.decode(logs.encode(logs.fromObject(request)).finish())))
    }),
  )
})
