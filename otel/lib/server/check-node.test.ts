import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFault } from './check-node.ts'

test.each(['18.20.4', '20.18.3', '20.9.0'])('Node %s is rejected as too old', version => {
  expect(nodeFault(version)).toContain(`needs Node 20.19 or newer, and this is ${version}`)
})

test.each(['20.19.0', '20.20.1', '22.0.0', '24.21.0'])('Node %s is good', version => {
  expect(nodeFault(version)).toBeUndefined()
})

test('it is the version that package.json requires', () => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  const least = /^>=([\d.]+)$/.exec(engines.node)?.[1] ?? ''

  expect(nodeFault(least)).toBeUndefined()
  expect(nodeFault(least.replace(/\.(\d+)/, (_, minor) => `.${minor - 1}`))).toBeDefined()
})
