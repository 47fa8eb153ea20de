import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { COLLECTOR_VERSION } from './cache.ts'
import { CollectorError } from './collector-error.ts'

const RELEASES = `https://github.com/open-telemetry/opentelemetry-collector-releases/releases/download/v${COLLECTOR_VERSION}`
const LINE_EVERY_MS = 5_000
const STALL_MS = 30_000

export interface DownloadOptions {
  /** Target path of the binary. */
  readonly target: string
  readonly signal: AbortSignal
  readonly log: (line: string) => void
  /** URL of the release. */
  readonly releaseUrl?: string
  /** Short, so that without a network the build starts soon. */
  readonly connectDeadlineMs?: number
}

/**
 * Downloads the official release for this system and processor and verifies its checksum. An interrupted download is continued.
 *
 * @returns The path of the binary.
 * @throws {CollectorError} If it cannot be reached, does not exist for this system, or has the wrong checksum.
 */
export async function downloadCollectorRelease(options: DownloadOptions): Promise<string> {
  const { target, signal, log, releaseUrl = RELEASES, connectDeadlineMs = 3_000 } = options
  const archive = archiveName()
  const sums = await getText(
    `${releaseUrl}/opentelemetry-collector-releases_otelcol-contrib_checksums.txt`,
    AbortSignal.any([signal, AbortSignal.timeout(connectDeadlineMs)]),
  )
  const wanted = new RegExp(`^([0-9a-f]{64})\\s+\\*?${archive.replaceAll('.', '\\.')}$`, 'm').exec(sums)?.[1]
  if (wanted === undefined) throw new CollectorError(`the release has no checksum for ${archive}`)

  const part = `${target}.tar.gz.part`
  mkdirSync(dirname(target), { recursive: true })
  await download(`${releaseUrl}/${archive}`, part, signal, log)
  const got = await sha256(part)
  if (got !== wanted) {
    rmSync(part)
    throw new CollectorError(`${archive} has the wrong checksum (${got}, expected ${wanted})`)
  }
  await unpack(part, target)
  rmSync(part)
  return target
}

function archiveName(): string {
  const os = { linux: 'linux', darwin: 'darwin' }[process.platform as string]
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  if (os === undefined || arch === undefined) {
    throw new CollectorError(`no release is fetched for ${process.platform} on ${process.arch}`)
  }
  return `otelcol-contrib_${COLLECTOR_VERSION}_${os}_${arch}.tar.gz`
}

async function getText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetchOrExplain(url, { signal })
  if (!response.ok) throw new CollectorError(`${url} answered ${response.status}`)
  return response.text()
}

async function download(url: string, part: string, signal: AbortSignal, log: (line: string) => void): Promise<void> {
  const have = statSync(part, { throwIfNoEntry: false })?.size ?? 0
  // A download without progress is given up; the received part is kept.
  const stall = new AbortController()
  let timer = setTimeout(() => stall.abort(), STALL_MS)
  const both = AbortSignal.any([signal, stall.signal])
  try {
    const response = await fetchOrExplain(url, { signal: both, headers: have > 0 ? { range: `bytes=${have}-` } : {} })
    if (have > 0 && response.status === 416) return // There is nothing after the received part; the checksum decides.
    if (!response.ok || response.body === null) throw new CollectorError(`${url} answered ${response.status}`)
    const goesOn = response.status === 206
    let done = goesOn ? have : 0
    const total = done + Number(response.headers.get('content-length') ?? 0)
    if (goesOn) log(`downloading the Collector: resuming after ${mib(have)}`)
    let said = performance.now()
    const file = await open(part, goesOn ? 'a' : 'w')
    try {
      // Each chunk is written before the next is read, so that everything received can be continued.
      for await (const chunk of chunksOf(response.body)) {
        await file.write(chunk)
        done += chunk.length
        clearTimeout(timer)
        timer = setTimeout(() => stall.abort(), STALL_MS)
        if (performance.now() - said < LINE_EVERY_MS) continue
        said = performance.now()
        log(`downloading the Collector: ${mib(done)} of ${mib(total)}`)
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof CollectorError) throw error
    throw new CollectorError(`the download of ${url} was interrupted; the next attempt resumes it`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

async function fetchOrExplain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw new CollectorError(`${new URL(url).host} cannot be reached`, { cause: error })
  }
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Unpacks next to the target, then renames, so that the target is never incomplete. */
async function unpack(archive: string, target: string): Promise<void> {
  const folder = mkdtempSync(join(dirname(target), 'unpack-'))
  try {
    await promisify(execFile)('tar', ['-xzf', archive, '-C', folder, basename(target)])
    renameSync(join(folder, basename(target)), target)
  } catch (error) {
    throw new CollectorError(`${archive} cannot be unpacked with tar`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const mib = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`
