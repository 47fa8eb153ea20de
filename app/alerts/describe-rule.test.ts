import { expect, test } from 'vitest'
import { describeRule, formatAlertValue, joinWith } from './describe-rule.ts'
import { DEFAULT_RULES, parseRule } from './rule.ts'

function describe(value: unknown): string {
  const read = parseRule(value)
  if (!('rule' in read)) throw new Error('Not a rule')
  return describeRule(read.rule)
}

test('the rules of the first start are sentences', () => {
  expect(Object.values(DEFAULT_RULES).map(describe)).toEqual([
    'An issue is new or regressed, in production',
    'A service gets no requests any more',
    'More than 5 % of the requests of a service fail within 5 minutes',
    'Telemetry is not stored, or a Collector loses some',
    'The disk is full within 7 days',
  ])
})

test.each([
  [
    {
      kind: 'p95',
      watch: { by: 'operation', aboveMs: 1500, windowMinutes: 15 },
      service: 'shop',
      operation: 'GET /cart',
    },
    'The p95 of an operation is above 1.50 s within 15 minutes, operation GET /cart, service shop',
  ],
  [
    { kind: 'count', watch: { of: 'users', by: 'issue', atLeast: 1, windowMinutes: 60 }, owner: 'Ann' },
    'At least 1 user of an issue within 60 minutes, owned by Ann',
  ],
  [
    {
      kind: 'search',
      watch: { page: 'logs', search: 'severity:error', comparison: 'fewer than', count: 1000, windowMinutes: 1 },
    },
    'Fewer than 1,000 logs with severity:error within 1 minute',
  ],
  [
    { kind: 'issue', watch: { changes: ['new', 'escalating', 'still open'], openDays: 3 } },
    'An issue is new, escalating or still open after 3 days',
  ],
])('%j is a sentence', (value, text) => {
  expect(describe({ name: 'Rule', ...value })).toBe(text)
})

test('values have their units', () => {
  expect([
    formatAlertValue(0.1234, 'share'),
    formatAlertValue(1_500_000_000, 'ns'),
    formatAlertValue(12, 'count'),
    formatAlertValue(1, 'days'),
    formatAlertValue(1, 'none'),
  ]).toEqual(['12.3 %', '1.50 s', '12', '1 day', ''])
})

test('words are joined as people join them', () => {
  expect([joinWith([], 'or'), joinWith(['a'], 'or'), joinWith(['a', 'b', 'c'], 'and')]).toEqual(['', 'a', 'a, b and c'])
})
