import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { createEngineQuery } from '../../test/engine/query-engine.ts'
import { startEngine } from '../../test/engine/start-engine.ts'
import { describeEngine, describeModules, describePackages, type EngineLibrary, listGoModules } from './notice.ts'

/**
 * `node .ci/release/write-notice.ts COLLECTOR` writes NOTICE: whose work a release has, and under which licence. It asks the lock file, the
 * engine, and a Collector that was built on this machine, of which Go has the sources.
 */
const root = join(import.meta.dirname, '../..')
const [collector = ''] = argv.slice(2)
await using engine = await startEngine()
const libraries = await createEngineQuery(
  engine,
  'system',
)<EngineLibrary>('SELECT library_name, license_type FROM system.licenses ORDER BY ALL')
const parts = [
  'Errata\n\nLicensed under the Apache License 2.0: LICENSE. Its own pages, server and package @errata/otel have what follows in them or',
  '\nfetch it. Written by .ci/release/write-notice.ts.\n',
  describePackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), root),
  describeModules(listGoModules(collector)),
  describeEngine(libraries),
]
writeFileSync(join(root, 'NOTICE'), parts.join(''))
