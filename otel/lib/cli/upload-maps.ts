import { ClickHouseLogLevel, createClient } from '@clickhouse/client'

/** A map and what it is of. */
export interface SourceMapUpload {
  readonly script: string
  readonly debugId: string
  /** Reads the map; called once, when its turn has come. */
  readonly read: () => string
}

export interface UploadOptions {
  readonly url: string
  /** A user that may insert into `source_maps`: it needs no other right. */
  readonly user: string
  readonly password: string
  /** @default 'otel' */
  readonly database?: string
  readonly release: string
  /** '' for every service. */
  readonly service: string
}

/** One map may take as long as it likes; none is larger than {@link maxMapBytes}. */
const UPLOAD_TIMEOUT_MS = 300_000
export const maxMapBytes = 64 * 1024 * 1024

/** Thrown by {@link uploadSourceMaps}; the message is one sentence that says what to do. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
}

/**
 * Writes the maps of a release into the store, one at a time. The same upload may be repeated: a script of a release has one map.
 *
 * @returns Characters of all maps.
 * @throws {UploadError} When the store refuses one; what was written before stays.
 */
export async function uploadSourceMaps(options: UploadOptions, maps: readonly SourceMapUpload[]): Promise<number> {
  const { url, user, password, database = 'otel', release, service } = options
  const client = createClient({
    url,
    username: user,
    password,
    database,
    application: 'errata-maps',
    request_timeout: UPLOAD_TIMEOUT_MS,
    log: { level: ClickHouseLogLevel.OFF },
  })
  let chars = 0
  try {
    for (const { script, debugId, read } of maps) {
      const map = read()
      if (map.length > maxMapBytes) {
        throw new UploadError(`The map of ${script} is larger than ${maxMapBytes / 1024 / 1024} MiB.`)
      }
      await client.insert({
        table: 'source_maps',
        values: [{ Script: script, Release: release, Service: service, DebugId: debugId, Map: map }],
        columns: ['Script', 'Release', 'Service', 'DebugId', 'Map'],
        format: 'JSONEachRow',
      })
      chars += map.length
    }
    return chars
  } catch (cause) {
    if (cause instanceof UploadError) throw cause
    const words = cause instanceof Error ? cause.message.trim() : String(cause)
    throw new UploadError(
      `The store did not take the maps, check that ClickHouse answers at CLICKHOUSE_URL, that its schema is new enough, and that CLICKHOUSE_USER may insert into source_maps: ${words}`,
      { cause },
    )
  } finally {
    await client.close()
  }
}
