import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/property-runs.ts'
import { type AlertRule, ISSUE_CHANGES, parseRule, RULE_KINDS, type RuleKind } from '../../alerts/rule.ts'
import {
  layoutRuleForm,
  prefillRuleFields,
  readRuleFields,
  watchFieldNames,
  writeRuleFields,
} from './rule-fields.server.ts'

const KINDS = Object.keys(RULE_KINDS) as RuleKind[]

test.each(KINDS)('the form of a rule about %s asks for what its kind needs, and nothing else', kind => {
  expect(watchFieldNames(kind).toSorted()).toEqual(Object.keys(RULE_KINDS[kind].shape).toSorted())
})

const count = fc.integer({ min: 1, max: 1_000_000_000 })
const minutes = fc.integer({ min: 1, max: 1_440 })
const double = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const by = fc.constantFrom('service', 'operation')

const WATCHES: { readonly [Kind in RuleKind]: fc.Arbitrary<unknown> } = {
  issue: fc.record({
    changes: fc.subarray([...ISSUE_CHANGES], { minLength: 1 }),
    openDays: fc.integer({ min: 1, max: 90 }),
  }),
  count: fc.record({
    of: fc.constantFrom('exceptions', 'users', 'sessions'),
    by: fc.constantFrom('issue', 'service', 'all'),
    ...{ atLeast: count, windowMinutes: minutes },
  }),
  'requests stopped': fc.constant({}),
  'job missed': fc.constant({}),
  'error rate': fc.record({ by, abovePercent: double(0, 100), windowMinutes: minutes, leastRequests: count }),
  p95: fc.record({ by, aboveMs: double(0, 3_600_000), windowMinutes: minutes, leastRequests: count }),
  'crash-free sessions': fc.record({ belowPercent: double(0.01, 100), windowMinutes: minutes, leastSessions: count }),
  'drop rule': fc.constant({}),
  pipeline: fc.constant({}),
  disk: fc.record({ withinDays: fc.integer({ min: 1, max: 365 }) }),
  search: fc.record({
    page: fc.constantFrom('traces', 'logs', 'exceptions'),
    search: fc.constantFrom('', 'service:shop', '"no such item"', 'environment:production -release:1.0'),
    comparison: fc.constantFrom('at least', 'fewer than'),
    ...{ count, windowMinutes: minutes },
  }),
}

const text = fc.string({ unit: 'binary', maxLength: 150 }).filter(value => value.isWellFormed())

/** Any rule that the schema takes. */
const rules: fc.Arbitrary<AlertRule> = fc.constantFrom(...KINDS).chain(kind =>
  fc
    .record({
      kind: fc.constant(kind),
      watch: WATCHES[kind],
      name: text.map(name => name.trim().slice(0, 40)).filter(name => name.trim() !== '' && name.isWellFormed()),
      isEnabled: fc.boolean(),
      ...{ service: text, environment: text, release: text, operation: text, owner: text },
      channels: fc.array(fc.uuid(), { maxLength: 3 }),
      ...{ forMinutes: minutes, clearMinutes: minutes, remindHours: fc.integer({ min: 0, max: 720 }) },
    })
    .map(value => {
      const read = parseRule(value)
      if (!('rule' in read)) throw new Error(JSON.stringify([...read.faults]))
      return read.rule
    }),
)

test('a rule that was written into its form is read back as it was', () => {
  fc.assert(
    fc.property(rules, rule => {
      expect(readRuleFields(new URLSearchParams(String(writeRuleFields(rule))))).toEqual({ rule })
    }),
    runs(200),
  )
})

test('whatever a form sends is read as a rule, or every fault is shown', () => {
  const names = [
    'kind',
    'name',
    'forMinutes',
    'service',
    'channels',
    ...KINDS.flatMap(kind => watchFieldNames(kind).map(name => `watch.${name}`)),
  ]
  const fields = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.oneof(fc.string(), fc.constantFrom(...KINDS, '5', '-1', '1e99'))),
  )
  fc.assert(
    fc.property(fields, fc.constantFrom(...KINDS), (sent, kind) => {
      const params = new URLSearchParams([['kind', kind], ...sent])
      const read = readRuleFields(params)
      if ('rule' in read) return
      const form = layoutRuleForm(params, { channels: [], faults: read.faults })
      const fieldFaults = [
        form?.name,
        form?.channels,
        ...(form?.watch ?? []),
        ...(form?.filters ?? []),
        ...(form?.timing ?? []),
      ]
      const shown = fieldFaults.filter(field => field?.fault !== undefined).length + (form?.faults.length ?? 0)
      expect(read.faults.size).toBeGreaterThan(0)
      expect(shown).toBe(read.faults.size)
    }),
    runs(200),
  )
})

test.each(KINDS)('the form of a new rule about %s can be saved as it is', kind => {
  expect(readRuleFields(prefillRuleFields(kind, new URLSearchParams()))).toHaveProperty('rule')
})

test('a new rule takes service, environment and release from the scope of the address, and its search', () => {
  const address = 'kind=search&service=shop&env=production&release=2.4&watch.page=logs&watch.search=severity%3Aerror'
  expect(readRuleFields(prefillRuleFields('search', new URLSearchParams(address)))).toMatchObject({
    rule: {
      ...{ kind: 'search', service: 'shop', environment: 'production', release: '2.4' },
      watch: { page: 'logs', search: 'severity:error', comparison: 'at least', count: 1, windowMinutes: 5 },
    },
  })
})

test.each([
  ['watch.abovePercent', '', 'A number from 0 to 100 is needed.'],
  ['watch.windowMinutes', '2.5', 'A whole number from 1 to 1,440 is needed.'],
  ['forMinutes', '0', 'A whole number from 1 to 1,440 is needed.'],
  ['name', ' ', 'A name of 1 to 80 characters is needed.'],
])('what is wrong with %s is said at its field', (name, value, fault) => {
  const fields = prefillRuleFields('error rate', new URLSearchParams())
  fields.set(name, value)
  expect(readRuleFields(fields)).toEqual({ faults: new Map([[name, fault]]) })
})

test('a search with a mistake is refused at its field', () => {
  const fields = prefillRuleFields('search', new URLSearchParams({ 'watch.search': 'servce:shop' }))
  const read = readRuleFields(fields)
  expect('faults' in read && [...read.faults.keys()]).toEqual(['watch.search'])
})
