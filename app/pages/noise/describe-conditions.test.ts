import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfiguredDropRules } from '../../data/drop-rules.ts'
import { describeCondition, describeConditions } from './describe-conditions.server.ts'

test('each of the four rules has its condition, as the Collector runs with it', () => {
  const all = describeConditions(readConfiguredDropRules(`${process.cwd()}/collector-config.yaml`))
  expect(Object.fromEntries([...all].map(([rule, { text }]) => [rule, text]))).toEqual({
    'not-found': 'errata.transaction.route = /404',
    'health-check':
      '1 of 3: errata.transaction.route like ((_?healthz?|[_health]|healthy|health[-_]?check|heartbeat|live(z|ness)|read(yz|iness)|healthz?/(live|ready|started|liveness|readiness|startup)|actuator/health/.+|q/health/(well|group/[^/]+|\\*)|grpc.health.v1.Health/[a-z]+)|(live|ready|ping|up|alive|ht))',
    'resize-observer-loop':
      '1 of 2: exception.message like ResizeObserver loop (limit exceeded|completed with undelivered notifications)',
    'cross-origin-script-error':
      '1 of 2: exception.message like (Script error|Javascript error: Script error on line \\d+) and (no exception.stacktrace or exception.stacktrace = "")',
  })
  expect(all.get('not-found')?.exact).toBe('span.attributes["errata.transaction.route"] == "/404"')
})

test.each([
  ['not span.kind == SPAN_KIND_SERVER and (span.name == "a" or true)', 'not (kind = Server) and (name = a or true)'],
  [
    'IsMatch(Coalesce([span.attributes["http.route"], span.attributes["url.path"]]), "^/x")',
    'http.route or url.path like /x',
  ],
  ['Len(span.events) == 0', 'Len(span.events) == 0'],
])('%s is %s', (condition, text) => {
  expect(describeCondition(condition)).toBe(text)
})

test('a condition that cannot be parsed is shown as it is, and without a configuration there are none', () => {
  fc.assert(
    fc.property(
      fc.string().map(text => `% ${text}`),
      text => describeCondition(text) === text,
    ),
  )
  expect(describeConditions({ fault: 'gone' }).size).toBe(0)
})
