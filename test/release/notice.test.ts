import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { describeEngine, describeModules, type EngineLibrary, listGoModules } from '../../.ci/release/notice.ts'
import { writeSbom } from '../../.ci/release/write-sbom.ts'
import { createEngineQuery } from '../engine/query-engine.ts'

const root = join(import.meta.dirname, '../..')
const notice = readFileSync(join(root, 'NOTICE'), 'utf8')

test('NOTICE has what the engine says that it has within it', async () => {
  const query = createEngineQuery(inject('engine'), 'system')
  const libraries = await query<EngineLibrary>('SELECT library_name, license_type FROM system.licenses ORDER BY ALL')

  expect(libraries.length).toBeGreaterThan(500)
  expect(notice).toContain(describeEngine(libraries))
})

const collector = process.env['ERRATA_OTELCOL'] ?? ''
test.skipIf(basename(collector) !== 'otelcol-errata')('NOTICE has what the Collector was linked from', () => {
  const modules = listGoModules(collector)

  expect(modules.length).toBeGreaterThan(100)
  expect(notice).toContain(describeModules(modules))
})

test('the list of parts has every package with its SHA-512, and the modules that it is given', () => {
  const sbom = JSON.parse(writeSbom([{ path: 'go.example/module', version: 'v1.2.3' }]))
  const named = (name: string) => sbom.components.find((component: { name: string }) => component.name === name)

  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'errata' } } })
  expect(named('zod').hashes[0].alg).toBe('SHA-512')
  expect(named('go.example/module').purl).toBe('pkg:golang/go.example/module@v1.2.3')
  expect(named('vite')).toBeUndefined()
})
