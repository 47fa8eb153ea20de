import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { APP_PROFILE, NO_FILES_BY_SETTINGS } from '../../engine/limits.ts'
import { CONNECTIONS_PER_DESK } from '../../store/schema/find-desk-shortage.ts'

const sql = /```sql\n(.+?)```/s.exec(readFileSync('store/README.md', 'utf8'))?.[1] ?? ''
const statements = sql.split(/;\n/)

test('a ClickHouse server gets the same constants as the engine', () => {
  const profile = statements.find(each => each.includes('PROFILE IF NOT EXISTS errata_no_files')) ?? ''
  const constants = [...profile.matchAll(/(\w+) = '([^']*)' CONST/g)].map(([, name, value]) => [name, value])

  expect(Object.fromEntries(constants)).toEqual(NO_FILES_BY_SETTINGS)
})

test.each(['errata_desk', 'errata_collector', 'errata_schema', 'errata_maps'])('%s has them', user => {
  const profileOf = (name: string) => /PROFILE '(\w+)'/.exec(statements.find(each => each.includes(name)) ?? '')?.[1]
  const profile = profileOf(`USER IF NOT EXISTS ${user} `)
  const parent = /INHERIT '(\w+)'/.exec(statements.find(each => each.includes(`EXISTS ${profile} SETTINGS`)) ?? '')?.[1]

  expect([profile, parent]).toContain('errata_no_files')
})

test('people who query by hand have them', () => {
  expect(statements.find(each => each.includes('EXISTS errata_reading'))).toContain("INHERIT 'errata_no_files'")
})

test('two desks may use all of their connections, and as many queries may be ending', () => {
  const profile = statements.find(each => each.includes('PROFILE IF NOT EXISTS errata_desk')) ?? ''
  const [, most] = /max_concurrent_queries_for_user = (\d+)/.exec(profile) ?? []
  expect(Number(most)).toBeGreaterThanOrEqual(2 * 2 * CONNECTIONS_PER_DESK)
  expect(APP_PROFILE.fixed?.['max_concurrent_queries_for_user']).toBeGreaterThanOrEqual(2 * CONNECTIONS_PER_DESK)
})
