import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyWithUpgrade, UPGRADE } from '../store/made-up-upgrade.ts'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'

const folder = 'store/schema/upgrades/'
const upgrades = listFiles().filter(file => file.startsWith(folder) && file.endsWith('.sql'))

// On a cluster its one shard key makes the distributed table over a local one: store/schema/upgrades/README.md.
test('an upgrade creates at most one table, and a local one says its shard key', () => {
  const madeUp = copyWithUpgrade()
  for (const file of [...upgrades.map(name => join(REPOSITORY_DIR, name)), join(madeUp, 'upgrades', UPGRADE)]) {
    const sql = readFileSync(file, 'utf8')
    const created = [...sql.matchAll(/^\s*CREATE\s+TABLE\b[^(]*/gim)].map(([statement]) => statement)
    const local = created.filter(statement => statement.includes('{{local}}'))

    expect(created.length, file).toBeLessThanOrEqual(1)
    expect([...sql.matchAll(/^-- Shard key: \S/gm)], file).toHaveLength(local.length)
  }
})
