/** A source map and its script. */
export interface SourceMapUpload {
  readonly script: string
  readonly debugId: string
  /** Reads the map; called once, just before it is uploaded. */
  readonly read: () => string
}

export interface UploadOptions {
  readonly url: string
  /** A user that may insert into `source_maps` and needs no other right. */
  readonly user: string
  readonly password: string
  readonly release: string
  /** '' for every service. */
  readonly service: string
}

/** One map may take this long; none is larger than {@link maxMapBytes}. */
const uploadTimeoutMs = 300_000
export const maxMapBytes = 64 * 1024 * 1024

/** The table of Errata's database for uploaded maps: docs/decisions/0015. Checked by e2e/pages/uploaded-maps.spec.ts. */
const insert = 'INSERT INTO source_maps (Script, Release, Service, DebugId, Map) FORMAT JSONEachRow'
const select =
  'SELECT Script, DebugId FROM source_maps FINAL WHERE Release = {release:String} AND Service = {service:String} FORMAT TSVRaw'
const database = 'otel'

/**
 * Uploads the maps of a release, one at a time, without those that are stored already. The first map of a script of a release is kept.
 *
 * @returns How many were written, and their bytes.
 * @throws {Error} If a script has another map already, before anything is written; or if the database refuses one: earlier ones stay.
 */
export async function uploadSourceMaps(
  options: UploadOptions,
  maps: readonly SourceMapUpload[],
): Promise<{ readonly uploaded: number; readonly bytes: number }> {
  const { release, service } = options
  const stored = await listStored(options)
  const others = maps.filter(({ script, debugId }) => (stored.get(script) ?? debugId) !== debugId)
  if (others.length > 0) {
    const [first, ...more] = others.map(({ script }) => script)
    throw new Error(
      `Release ${release} already has another map of ${first}${more.length === 0 ? '' : ` and of ${more.length} more scripts`}. An uploaded map is not replaced: give this build a release of its own (--release).`,
    )
  }
  const missing = maps.filter(({ script }) => !stored.has(script))
  let bytes = 0
  for (const { script, debugId, read } of missing) {
    const map = read()
    const size = Buffer.byteLength(map)
    if (size > maxMapBytes) throw new Error(`The map of ${script} is larger than ${maxMapBytes / 1024 / 1024} MiB.`)
    await ask(
      options,
      insert,
      JSON.stringify({ Script: script, Release: release, Service: service, DebugId: debugId, Map: map }),
    )
    bytes += size
  }
  return { uploaded: missing.length, bytes }
}

/** @returns the stored debug ids of the release's maps, by script. */
async function listStored(options: UploadOptions): Promise<ReadonlyMap<string, string>> {
  const { release, service } = options
  // ClickHouse reads escape sequences in parameters.
  const escaped = (value: string) => value.replaceAll('\\', '\\\\')
  const params = { param_release: escaped(release), param_service: escaped(service) }
  const text = await ask(options, select, '', params)
  const rows = text.split('\n').map(line => line.split('\t'))
  return new Map(rows.map(([script = '', debugId = '']) => [script, debugId]))
}

/** @throws {Error} With what to check. */
async function ask(
  { url, user, password }: UploadOptions,
  query: string,
  body: string,
  params: Readonly<Record<string, string>> = {},
): Promise<string> {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ database, query, ...params })) address.searchParams.set(name, value)
  const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password }
  let refusal: string
  try {
    const answer = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(uploadTimeoutMs) })
    const text = await answer.text()
    if (answer.ok) return text
    refusal = text.trim() || `${answer.status} ${answer.statusText}`
  } catch (error) {
    refusal = describeSendFailure(error)
  }
  throw new Error(
    `The store did not take the maps, check that ClickHouse answers at CLICKHOUSE_URL, that its schema is new enough, and that CLICKHOUSE_USER has the grants of errata_maps (store/README.md): ${refusal}`,
  )
}

/** The cause of an error of `fetch`, which has the reason. */
function describeSendFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
