import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogShape } from '../../../store/services/list-log-shapes.ts'
import type { SpanShape } from '../../../store/services/list-span-shapes.ts'
import { describeTelemetry } from './describe-telemetry.ts'

const complete = {
  resourceNames: ['deployment.environment.name', 'service.instance.id', 'service.version'],
  language: 'nodejs',
  sdkVersion: '2.12.0',
}
const spans: SpanShape = {
  ...complete,
  ...{ kind: 'Server', names: ['http.request.method', 'http.route', 'user.id'], threshold: '', failed: false },
  ...{
    isGraphql: false,
    hasException: false,
    lacksStack: false,
    timing: '',
    isNotFound: false,
    parent: 'none',
    caller: '',
  },
  ...{ isEarly: false, spans: 10 },
}
const records: LogShape = {
  ...complete,
  ...{ hasSeverity: true, hasTrace: true, isJson: false, lacksStack: false, records: 10 },
}

/** What is improved of spans like these beside complete ones. */
const improved = (of: Partial<SpanShape>) =>
  describeTelemetry([spans, { ...spans, spans: 5, ...of }], [records]).improvements.map(
    ({ what, howMany }) => what + (howMany && `: ${howMany}`),
  )
const improvedLogs = (of: Partial<LogShape>) =>
  describeTelemetry([spans], [records, { ...records, records: 5, ...of }]).improvements.map(
    ({ what, howMany }) => `${what}: ${howMany}`,
  )

test('finds nothing to improve where all is told', () => {
  const { improvements, olderNames, senders } = describeTelemetry([spans], [records])
  expect({ improvements, olderNames, senders }).toEqual({
    improvements: [],
    olderNames: [],
    senders: ['OpenTelemetry for Node.js 2.12.0'],
  })
})

test('counts spans whose parent did not arrive, and names who called', () => {
  const lost = { parent: 'missing', caller: 'curl/8' } as const
  expect(improved(lost)).toEqual(['Requests whose caller did not arrive: 5 of 15 requests'])
  expect(describeTelemetry([{ ...spans, ...lost }], []).improvements[0]?.why).toContain('called by curl/8 (10)')
  expect(improved({ ...lost, kind: 'Internal' })).toEqual([
    'Spans whose parent in this service did not arrive: all 5 spans',
  ])
})

test('counts HTTP requests without a route, and no others', () => {
  expect(improved({ names: ['http.method'] })).toEqual(['Requests without a route: 5 of 15 requests'])
  expect(improved({ names: ['rpc.method'] })).toEqual([])
  expect(improved({ names: ['http.method'], isNotFound: true })).toEqual([])
})

test('finds no user only where no span tells one', () => {
  expect(describeTelemetry([{ ...spans, names: [] }], []).improvements.map(({ what }) => what)).toEqual(['No user id'])
  expect(describeTelemetry([{ ...spans, names: ['enduser.id'] }], []).improvements).toEqual([])
})

test('compares errors of GraphQL with failed operations', () => {
  const operation = { isGraphql: true, kind: 'Internal', names: ['graphql.operation.type'] }
  expect(improved({ ...operation, names: [], failed: true })).toEqual([
    'GraphQL errors without a failed operation: 5 errors, no failed operations',
  ])
  expect(improved({ ...operation, failed: true })).toEqual([])
})

test('counts exceptions without a stack trace', () => {
  expect(improved({ lacksStack: true })).toEqual(['Exceptions of spans without a stack trace: 5 spans'])
  expect(improvedLogs({ lacksStack: true })).toEqual(['Exceptions of logs without a stack trace: 5 log records'])
})

test('counts logs without severity and outside of traces', () => {
  expect(improvedLogs({ hasSeverity: false })).toEqual(['Logs without severity: 5 of 15 log records'])
  expect(improvedLogs({ hasTrace: false })).toEqual(['Logs outside of a trace: 5 of 15 log records'])
})

test('counts what lacks a part of the resource', () => {
  expect(improved({ resourceNames: ['deployment.environment', 'service.instance.id'] })).toEqual([
    'No service.version: service.version in 5 of 25 items',
  ])
  const lacks = (of: Partial<SpanShape>) => {
    const { improvements } = describeTelemetry([{ ...spans, resourceNames: [], ...of }], [])
    return improvements.map(({ what, setup }) => [what, setup])
  }
  const two = 'OTEL_RESOURCE_ATTRIBUTES=service.version=1.2.3,deployment.environment.name=production'
  const ofBrowser =
    "resource: defaultResource().merge(resourceFromAttributes({ 'service.version': '1.2.3', 'deployment.environment.name': 'production' }))"
  expect(lacks({ language: 'webjs' })).toEqual([['No service.version and deployment.environment.name', ofBrowser]])
  expect(lacks({})).toEqual([
    [
      'No service.version, deployment.environment.name, and service.instance.id',
      `${two},service.instance.id=$HOSTNAME`,
    ],
  ])
})

test('counts odd times', () => {
  expect(improved({ timing: 'backwards' })).toEqual(['Spans that end before they start: 5 of 15 spans'])
  expect(improved({ timing: 'zero' })).toEqual(['Spans with a duration of 0: 5 of 15 spans'])
  expect(improved({ timing: 'zero', spans: 0 })).toEqual([])
  expect(improved({ isEarly: true })).toEqual(['Spans that start before what called them: 5 of 15 spans'])
  expect(improved({ isEarly: true, language: 'webjs' })).toEqual([])
})

test('tells old SDKs and unknown ones', () => {
  expect(improved({ sdkVersion: '1.30.1' })).toEqual(['An SDK of 2024 or before: Node.js 1.30.1'])
  expect(improved({ language: 'go', sdkVersion: '1.34.0' })).toEqual([])
  expect(improved({ language: '', sdkVersion: '' })).toEqual(['No telemetry.sdk.language: 5 of 25 items'])
})

test('tells how many traces consistent sampling sends', () => {
  const { senders } = describeTelemetry([{ ...spans, threshold: 'c' }], [])
  expect(senders).toContain('sends one trace in 4')
})

test('lists an older name of each span that has not the newer one too', () => {
  const both = ['http.request.method', 'http.method', 'http.status_code', 'user.id']
  expect(describeTelemetry([{ ...spans, names: both }], []).olderNames).toEqual([
    { name: 'http.status_code', newest: 'http.response.status_code', since: '1.21.0', spans: 10 },
  ])
})

test('does not depend on the order of the shapes', () => {
  const shape = fc.record({
    kind: fc.constantFrom('Server', 'Client', 'Internal'),
    names: fc.subarray(['http.method', 'http.request.method', 'http.route', 'http.status_code', 'user.id']),
    resourceNames: fc.subarray([...complete.resourceNames]),
    language: fc.constantFrom('', 'go', 'python'),
    sdkVersion: fc.constantFrom('', '1.4.0', '1.40.0'),
    threshold: fc.constantFrom('', '8'),
    failed: fc.boolean(),
    isGraphql: fc.boolean(),
    hasException: fc.boolean(),
    lacksStack: fc.boolean(),
    timing: fc.constantFrom('' as const, 'zero' as const, 'backwards' as const),
    isNotFound: fc.boolean(),
    parent: fc.constantFrom('none' as const, 'arrived' as const, 'missing' as const),
    caller: fc.constantFrom('', 'curl', 'node'),
    isEarly: fc.boolean(),
    spans: fc.integer({ min: 1, max: 3 }),
  })
  const orders = fc
    .array(shape, { maxLength: 8 })
    .chain(shapes =>
      fc.tuple(
        fc.constant(shapes),
        fc.shuffledSubarray(shapes, { minLength: shapes.length, maxLength: shapes.length }),
      ),
    )
  fc.assert(
    fc.property(orders, ([one, other]) => {
      expect(describeTelemetry(other, [])).toEqual(describeTelemetry(one, []))
    }),
  )
})
