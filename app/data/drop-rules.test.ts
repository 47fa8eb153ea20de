import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DROP_RULE_NAMES } from '../../store/noise/drop-rules.ts'
import { parseDropRules, readConfiguredDropRules } from './drop-rules.ts'

const file = join(import.meta.dirname, '../../collector-config.yaml')

test('has every rule of the file that ships, each condition as the Collector reads it', () => {
  const read = readConfiguredDropRules(file)
  if ('fault' in read) throw new Error(read.fault)
  expect(read.rules.map(({ rule }) => rule).toSorted()).toEqual([...DROP_RULE_NAMES].toSorted())
  const checks = read.rules.find(({ rule }) => rule === 'health-check')?.conditions
  expect(checks?.map(({ list, number }) => [list, number])).toEqual([
    ['trace_conditions', 1],
    ['trace_conditions', 2],
    ['trace_conditions', 3],
  ])
  expect(checks?.[0]?.text).toContain('[^/:{<*\\\\[?$]+')
  expect(read.rules.flatMap(({ conditions }) => conditions)).toHaveLength(8)
})

test('a missing or invalid file gives an error message', () => {
  expect(readConfiguredDropRules('/nowhere/config.yaml')).toEqual({
    fault: expect.stringContaining('/nowhere/config.yaml'),
  })
  expect(parseDropRules('a: [')).toEqual({ fault: expect.stringContaining('not valid YAML') })
  expect(parseDropRules(readFileSync(file, 'utf8').replaceAll('errata.noise.rule', 'x'))).toEqual({ rules: [] })
})
