import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'

const folder = 'store/schema/upgrades/'
const upgrades = listFiles().filter(file => file.startsWith(folder) && file.endsWith('.sql'))

// On a cluster its one shard key makes the distributed table over a local one: store/schema/upgrades/README.md.
test.each(upgrades)('%s creates at most one table, and a local one says its shard key', file => {
  const sql = readFileSync(join(REPOSITORY_DIR, file), 'utf8')
  const created = [...sql.matchAll(/^\s*CREATE\s+TABLE\b[^(]*/gim)].map(([statement]) => statement)
  expect(created.length).toBeLessThanOrEqual(1)
  const local = created.filter(statement => statement.includes('{{local}}'))
  expect([...sql.matchAll(/^-- Shard key: \S/gm)]).toHaveLength(local.length)
})
