import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sharedPackages } from './shared-packages.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'errata-shared-packages-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const own = 'node_modules/@errata/otel'
function install(folder: string, versions: Readonly<Record<string, string>>): void {
  for (const [name, version] of Object.entries(versions)) {
    const dir = join(root, folder, 'node_modules/@opentelemetry', name)
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ version }))
  }
}

test.each([
  [
    'with one copy of each, all are shared',
    { api: '1.9.1', core: '2.12.0', resources: '2.12.0' },
    {},
    ['api', 'core', 'resources'],
  ],
  [
    'of two copies of one line, the app’s is shared',
    { api: '1.9.1', core: '2.12.1' },
    { core: '2.12.0' },
    ['api', 'core', 'resources'],
  ],
  [
    'what the app does not see is shared among ours',
    { api: '1.9.1' },
    { core: '2.12.0' },
    ['api', 'core', 'resources'],
  ],
  [
    'beside OpenTelemetry 3 ours stay apart',
    { api: '1.10.0', core: '3.1.0', resources: '3.1.0' },
    { core: '2.12.0', resources: '2.12.0' },
    ['api'],
  ],
  [
    'beside one package of OpenTelemetry 3 only that stays apart',
    { api: '1.10.0', core: '3.1.0', resources: '2.12.0' },
    { core: '2.12.0' },
    ['api', 'resources'],
  ],
])('%s', (_, ofApp, ofOurs, shared) => {
  install('.', ofApp)
  install(own, ofOurs)
  expect(sharedPackages(join(root), join(root, own, 'dist/lib/vite'))).toEqual(
    shared.map(name => `@opentelemetry/${name}`),
  )
})
