import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDropRules } from '../../server/drop-rules.ts'
import type { TriedCondition } from './parse-preview.ts'
import { writeYaml } from './write-yaml.ts'

const conditionOf = (list: TriedCondition['list'], number: number, tried: string): TriedCondition => ({
  list,
  number,
  anchor: `a-${list.slice(0, 3)}-${number}`,
  text: '',
  param: '',
  tried,
  isEdited: true,
})
/** What makes a rule one that the ledger knows. */
const MARK = `\n# ["errata.noise.rule"], "bots/1")\n`

test('what is pasted is read as what was tried', () => {
  const text = fc
    .string({ unit: fc.constantFrom(...'ab"\'$\\:#{}[]&*!|>%@ -é東'), minLength: 1 })
    .map(one => `x${one}x`)
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), fc.array(text, { maxLength: 3 }), (logs, traces) => {
      const conditions = [
        ...logs.map((one, i) => conditionOf('log_conditions', i + 1, one)),
        ...traces.map((one, i) => conditionOf('trace_conditions', i + 1, one)),
      ]
      const read = parseDropRules(writeYaml('bots', conditions) + MARK)
      if ('fault' in read) throw new Error(read.fault)
      expect(read.rules).toEqual([
        {
          rule: 'bots',
          conditions: conditions.map(({ list, number, anchor, tried }) => ({ list, number, anchor, text: tried })),
        },
      ])
    }),
  )
})

test('lines of a form become one line', () => {
  const yaml = writeYaml('bots', [conditionOf('log_conditions', 1, 'a\n  and b')])
  expect(yaml).toContain("      - &a-log-1 'a and b'\n")
})
