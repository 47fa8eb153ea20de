import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'

test('every command is one of supervisor/run.mjs, by its first word', () => {
  const text = readFileSync(join(import.meta.dirname, '../supervisor/run.mjs'), 'utf8')
  const [, list = ''] = /askingCommands = \[(.*?)\n\]/s.exec(text) ?? []
  const names = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name)
  expect(names).toEqual([...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))])
})
