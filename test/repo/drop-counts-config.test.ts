import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { DROP_RULE_NAMES } from '../../store/noise/drop-rules.ts'
import { REPOSITORY_DIR } from './list-files.ts'

/** collector-config.yaml counts exactly what the drop rules remove: nothing is dropped unseen. */

const conditions = z.array(z.string()).default([])
const groups = z.array(z.object({ conditions, statements: z.array(z.string()) })).default([])
const processor = z.looseObject({
  error_mode: z.string().optional(),
  trace_conditions: conditions,
  log_conditions: conditions,
  trace_statements: groups,
  log_statements: groups,
})
const { processors, receivers, service } = z
  .object({
    processors: z.record(z.string(), processor),
    receivers: z.record(z.string(), z.unknown()),
    service: z.object({
      pipelines: z.record(
        z.string(),
        z.object({ receivers: z.array(z.string()), processors: z.array(z.string()), exporters: z.array(z.string()) }),
      ),
    }),
  })
  .parse(parse(readFileSync(join(REPOSITORY_DIR, 'collector-config.yaml'), 'utf8')))

const of = (name: string) => processor.parse(processors[name])
const ruleFilters = DROP_RULE_NAMES.map(rule => `filter/${rule}`)

/** Mark and condition of each marking group, in order. */
const marksOf = (statements: z.output<typeof groups>) =>
  statements.flatMap(({ conditions, statements }) => {
    const mark = statements.map(text => /\["errata\.noise\.rule"\], "([^"]+)"\)/.exec(text)?.[1]).find(Boolean)
    return mark === undefined ? [] : [[mark, conditions]]
  })

const rulesOf = (kind: 'trace_conditions' | 'log_conditions') =>
  DROP_RULE_NAMES.flatMap(rule => of(`filter/${rule}`)[kind].map((text, i) => [`${rule}/${i + 1}`, [text]]))

test('the code knows the drop rules of the pipelines, in their order', () => {
  const { processors: ofSpans = [] } = service.pipelines['traces'] ?? {}
  expect(ofSpans.slice(ofSpans.indexOf('transform/limits') + 1)).toEqual([...ruleFilters, 'transform/masking'])
})

test('drop counts are marked by exactly the conditions of all rules, in their order', () => {
  const { trace_statements, log_statements, error_mode } = of('transform/noise')
  expect(marksOf(trace_statements)).toEqual(rulesOf('trace_conditions'))
  expect(marksOf(log_statements)).toEqual(rulesOf('log_conditions'))
  expect([...marksOf(trace_statements), ...marksOf(log_statements)]).toHaveLength(8)
  // An item on which a condition fails is kept on both sides.
  for (const filter of ruleFilters) expect(of(filter).error_mode).toBe(error_mode)
})

/** The patterns of a condition, as JavaScript has them. */
const patternsOf = (condition = '') =>
  [...condition.matchAll(/"((?:[^"\\]|\\.)*)"\)/g)]
    .map(([, text = '']) => text.replaceAll('\\\\', '\\').replaceAll('$$', '$'))
    .flatMap(text => {
      const [, flags = '', pattern = ''] = /^\(\?([is]+)\)(\^.*)$/s.exec(text) ?? []
      return pattern === '' ? [] : [new RegExp(pattern, flags)]
    })

test('what the rule for health checks takes is a candidate for its count, also where the limits cut it', () => {
  const [stamp, path] = of('filter/health-check').trace_conditions.map(patternsOf)
  const [candidateStamp, candidatePath] = of('filter/noise-candidates').trace_conditions.map(patternsOf)
  expect(path?.[0]?.source).toBe(stamp?.[0]?.source)
  expect(candidatePath?.[0]?.source).toBe(candidateStamp?.[0]?.source)
  const words =
    'GET |/|https://a|health|healthz|_health|[_health]|healthy|health-check|heartbeat|livez|readiness|live|READY|up|alive|ht|actuator|q|api|v1|well|grpc.health.v1.Health|Check|(.:format)|?a|:id|*|\n|x'
  const route = fc
    .array(fc.oneof(fc.constantFrom(...words.split('|')), fc.string()), { maxLength: 8 })
    .map(all => all.join(''))
  let taken = 0
  fc.assert(
    fc.property(route, fc.string(), (kept, cutOff) => {
      if (!stamp?.[0]?.test(kept)) return
      taken++
      expect(candidateStamp?.[0]?.test(kept + cutOff), JSON.stringify(kept + cutOff)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
  expect(taken).toBeGreaterThan(100)
})

test('every pipeline of browsers distrusts them, and only their receiver hands on the headers that tell', () => {
  const browsers = Object.entries(service.pipelines).filter(([, one]) => one.receivers.includes('otlp/browser'))
  expect(browsers).toHaveLength(4)
  for (const [name, { processors }] of browsers) expect(processors, name).toContain('transform/browser')
  const handingOn = Object.entries(receivers).filter(([, one]) => JSON.stringify(one).includes('include_metadata'))
  expect(handingOn).toEqual([
    ['otlp/browser', { protocols: { http: expect.objectContaining({ include_metadata: true }) } }],
  ])
})

test('only rules that the noise pipelines know follow the limits', () => {
  for (const [name, { processors, exporters }] of Object.entries(service.pipelines)) {
    const behind = processors.slice(processors.indexOf('transform/limits') + 1)
    const known = exporters.includes('clickhouse/noise')
      ? ['transform/noise', 'filter/noise', 'transform/masking']
      : [...ruleFilters, 'transform/masking', 'transform/json-logs']
    expect(
      behind.filter(step => !known.includes(step)),
      name,
    ).toEqual([])
  }
})

test('only the marking processors set the rule of a drop', () => {
  const { trace_statements, log_statements } = of('transform/noise')
  const forget = (context: string) => `delete_matching_keys(${context}.attributes, "^errata\\\\.noise\\\\.")`
  const before = trace_statements.slice(0, 2).flatMap(({ statements }) => statements)
  expect(before).toEqual(expect.arrayContaining([forget('span'), forget('spanevent')]))
  expect(log_statements[0]?.statements).toContain(forget('log'))
})

test('every pipeline with drop rules has a noise pipeline with the same receivers and limits', () => {
  const pipelines = Object.entries(service.pipelines)
  const withRules = pipelines.filter(([, one]) => one.processors.some(name => ruleFilters.includes(name)))
  expect(withRules).toHaveLength(2)
  for (const [name, { receivers, processors }] of withRules) {
    const beside = pipelines.filter(
      ([other, one]) =>
        other.split('/')[0] === name.split('/')[0] &&
        one.exporters.includes('clickhouse/noise') &&
        `${one.receivers}` === `${receivers}`,
    )
    expect(beside, name).toHaveLength(1)
    const steps = (all: readonly string[]) =>
      all.filter(step => /^(memory_limiter|transform\/(browser|limits))$/.test(step))
    expect(steps(beside[0]?.[1].processors ?? []), name).toEqual(steps(processors))
    const last = ['transform/limits', 'transform/noise', 'filter/noise', 'transform/masking']
    expect(beside[0]?.[1].processors.slice(-4), name).toEqual(last)
  }
})
