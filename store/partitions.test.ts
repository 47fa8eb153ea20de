import { expect, test } from 'vitest'
import { openTestStore } from '../test/store/open-test-store.ts'
import { queryFiles, readStoreFile } from '../test/store/query-files.ts'

interface Table {
  readonly name: string
  readonly partition: string
  readonly key: string
}

test('rows of one key lie in one partition of every table that is read with FINAL, which merges within partitions alone', async () => {
  await using store = await openTestStore()
  const tables = await store.querySql<Table>(
    `SELECT name, partition_key AS partition, sorting_key AS key FROM system.tables
    WHERE database = '${store.database}' AND engine LIKE '%MergeTree' AND partition_key != ''`,
  )
  const read = queryFiles.map(readStoreFile).join('\n')
  // A table's name is sometimes a parameter.
  const isReadFinal = ({ name }: Table) => /^(otel|span|log)_/.test(name) || new RegExp(`\\b${name} FINAL`).test(read)
  const checked = tables.filter(isReadFinal)
  expect(checked.length).toBeGreaterThan(8)

  for (const { name, partition, key } of checked) {
    const [, time] = /^to(?:Date|Monday|YYYYMM)\((\w+)\)$/.exec(partition) ?? []
    expect(time, `${name} is partitioned by ${partition}`).toBeDefined()
    const terms = key.split(', ')
    const holdsTime = [time, `toStartOfFiveMinutes(${time})`, `toStartOfHour(${time})`].some(term =>
      terms.includes(`${term}`),
    )
    expect(holdsTime, `${name}: ${key}`).toBe(true)
  }
})
