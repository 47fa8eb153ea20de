import { resolve } from 'node:path'
import { env } from 'node:process'
import { parseArgs } from 'node:util'
import { readMaps } from './read-maps.ts'
import { uploadSourceMaps } from './upload-maps.ts'

const usage = 'errata maps upload FOLDER [--release RELEASE] [--service SERVICE]'

/**
 * Uploads the maps of a build into the database that CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD name.
 *
 * @returns A sentence about what was done.
 * @throws {Error} Whose message is a sentence that says what to do.
 */
export async function maps(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { release: { type: 'string', default: '' }, service: { type: 'string', default: '' } },
  })
  const [verb, folder, ...rest] = positionals
  if (verb !== 'upload' || folder === undefined || rest.length > 0) throw new Error(`Usage: ${usage}`)
  const { CLICKHOUSE_URL: url = '', CLICKHOUSE_USER: user = 'default', CLICKHOUSE_PASSWORD: password = '' } = env
  if (!URL.canParse(url)) {
    throw new Error(
      'Set CLICKHOUSE_URL, as https://clickhouse.example:8443, and CLICKHOUSE_USER and CLICKHOUSE_PASSWORD of a user with the grants of errata_maps (store/README.md).',
    )
  }
  const { release, maps: found } = readMaps(resolve(folder), values.release)
  const options = { url, user, password, release, service: values.service }
  const { uploaded, bytes } = await uploadSourceMaps(options, found)
  const before = found.length - uploaded
  const unchanged = before === 0 ? '' : `; ${before} had been uploaded before`
  return `${uploaded} source maps of release ${release} uploaded (${(bytes / 1_000_000).toFixed(1)} MB before compression)${unchanged}`
}
