import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DROP_RULES } from '../../store/noise/drop-rules.ts'
import { parseDropRules, readDropRules } from './drop-rules.ts'

const file = join(import.meta.dirname, '../../collector-config.yaml')

test('has every rule of the file that ships, each condition as the Collector reads it, with its anchor', () => {
  const read = readDropRules(file)
  if ('fault' in read) throw new Error(read.fault)
  expect(read.rules.map(({ rule }) => rule).toSorted()).toEqual([...DROP_RULES].toSorted())
  const checks = read.rules.find(({ rule }) => rule === 'health-check')?.conditions
  expect(checks?.map(({ list, number, anchor }) => [list, number, anchor])).toEqual([
    ['trace_conditions', 1, 'health-check-stamp'],
    ['trace_conditions', 2, 'health-check-path'],
  ])
  expect(checks?.[0]?.text).toContain('[^/:{<*\\\\[$]+')
  expect(read.rules.flatMap(({ conditions }) => conditions)).toHaveLength(7)
})

test('a file that is not there, or is no YAML, is told in a sentence', () => {
  expect(readDropRules('/nowhere/config.yaml')).toEqual({ fault: expect.stringContaining('/nowhere/config.yaml') })
  expect(parseDropRules('a: [')).toEqual({ fault: expect.stringContaining('no YAML') })
  expect(parseDropRules(readFileSync(file, 'utf8').replaceAll('errata.noise.rule', 'x'))).toEqual({ rules: [] })
})
