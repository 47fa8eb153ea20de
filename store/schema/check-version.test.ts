import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeTriedVersions, fitOfVersion } from './check-version.ts'

test('a version is compared by its year, then by its number, not as text', () => {
  expect(['26.7.2.1', '26.7.9.9-lts', '26.6.9.9', '25.12.1.1', '26.10.1.1', '27.1.1.1'].map(fitOfVersion)).toEqual([
    'tried',
    'tried',
    'older',
    'older',
    'newer',
    'newer',
  ])
})

test('what is no version is older', () => {
  expect(fitOfVersion('')).toBe('older')
})

test('the page for operators names the versions tried', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/production.md'), 'utf8')
  expect(page).toContain(`ClickHouse ${describeTriedVersions()}`)
})
