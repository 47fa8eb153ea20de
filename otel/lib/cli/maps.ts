import { resolve } from 'node:path'
import { env } from 'node:process'
import { parseArgs } from 'node:util'
import { readConfig } from '../../config.ts'
import { readBuild } from './read-build.ts'
import { uploadSourceMaps } from './upload-source-maps.ts'

const usage = 'errata maps upload FOLDER [--release RELEASE] [--service SERVICE]'

/** Uploads the maps of a build into the database that the settings name. One line either way; exit code 1 when it failed. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      release: { type: 'string', default: '' },
      service: { type: 'string', default: '' },
      /** Folder that a relative one is below. */
      from: { type: 'string', default: '' },
    },
  })
  const [verb, folder, ...rest] = positionals
  if (verb !== 'upload' || folder === undefined || rest.length > 0) throw new Error(`Usage: ${usage}`)
  const { release, maps } = readBuild(resolve(values.from, folder), values.release)
  const { clickhouse } = readConfig(env)
  const { url, user, password } = clickhouse
  const chars = await uploadSourceMaps({ url, user, password, release, service: values.service }, maps)
  const megabytes = (chars / 1_000_000).toFixed(1)
  console.log(`${maps.length} source maps of release ${release} uploaded (${megabytes} MB before compression)`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
