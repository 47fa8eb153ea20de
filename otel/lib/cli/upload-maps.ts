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
  readonly release: string
  /** '' for every service. */
  readonly service: string
}

/** One map may take as long as it likes; none is larger than {@link maxMapBytes}. */
const uploadTimeoutMs = 300_000
export const maxMapBytes = 64 * 1024 * 1024

/** The table of the desk's store, by which maps come to it: docs/decisions/0015. Held by e2e/desk/uploaded-maps.spec.ts. */
const insert = 'INSERT INTO source_maps (Script, Release, Service, DebugId, Map) FORMAT JSONEachRow'
const database = 'otel'

/**
 * Writes the maps of a release into the store, one at a time. The same upload may be repeated: a script of a release has one map.
 *
 * @returns Bytes of all maps.
 * @throws {Error} When the store refuses one; what was written before stays.
 */
export async function uploadSourceMaps(options: UploadOptions, maps: readonly SourceMapUpload[]): Promise<number> {
  const { url, user, password, release, service } = options
  const address = new URL(url)
  address.searchParams.set('database', database)
  address.searchParams.set('query', insert)
  let bytes = 0
  for (const { script, debugId, read } of maps) {
    const map = read()
    const size = Buffer.byteLength(map)
    if (size > maxMapBytes) throw new Error(`The map of ${script} is larger than ${maxMapBytes / 1024 / 1024} MiB.`)
    const refusal = await fetch(address, {
      method: 'POST',
      headers: { 'x-clickhouse-user': user, 'x-clickhouse-key': password },
      body: JSON.stringify({ Script: script, Release: release, Service: service, DebugId: debugId, Map: map }),
      signal: AbortSignal.timeout(uploadTimeoutMs),
    }).then(refusalOf, whyUnsent)
    if (refusal !== undefined) {
      throw new Error(
        `The store did not take the maps, check that ClickHouse answers at CLICKHOUSE_URL, that its schema is new enough, and that CLICKHOUSE_USER may insert into source_maps: ${refusal}`,
      )
    }
    bytes += size
  }
  return bytes
}

/** @returns Undefined where the answer says that it was taken. */
async function refusalOf(answer: Response): Promise<string | undefined> {
  const text = (await answer.text()).trim()
  return answer.ok ? undefined : text || `${answer.status} ${answer.statusText}`
}

/** What `fetch` throws says why only in its cause. */
function whyUnsent(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
