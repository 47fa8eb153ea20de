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
const select =
  'SELECT Script, DebugId FROM source_maps FINAL WHERE Release = {release:String} AND Service = {service:String} FORMAT TSVRaw'
const database = 'otel'

/**
 * Writes the maps of a release into the store, one at a time, without those that are there. The first map of a script of a release stays.
 *
 * @returns How many were written, and their bytes.
 * @throws {Error} When a script has another map there, before anything is written; or when the store refuses one: what was written before
 * stays.
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

/** @returns the debug ids of the release's maps by their scripts. */
async function listStored(options: UploadOptions): Promise<ReadonlyMap<string, string>> {
  const { release, service } = options
  // ClickHouse reads escape sequences in parameters.
  const escaped = (value: string) => value.replaceAll('\\', '\\\\')
  const params = { param_release: escaped(release), param_service: escaped(service) }
  const text = await ask(options, select, '', params)
  const rows = text.split('\n').map(line => line.split('\t'))
  return new Map(rows.map(([script = '', debugId = '']) => [script, debugId]))
}

/** @throws {Error} That says what to look at. */
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
    refusal = whyUnsent(error)
  }
  throw new Error(
    `The store did not take the maps, check that ClickHouse answers at CLICKHOUSE_URL, that its schema is new enough, and that CLICKHOUSE_USER has the grants of errata_maps (store/README.md): ${refusal}`,
  )
}

/** What `fetch` throws says why only in its cause. */
function whyUnsent(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
