import { join } from 'node:path'
import { env } from 'node:process'
import { ConfigError, readConfig } from '../config.ts'
import { describeHolder, waitForLock } from '../supervisor/file-lock.ts'
import { buildOtelcol } from './build-otelcol.ts'
import { locateCollectorCache } from './cache.ts'
import { describeBinaryFault } from './check-binary.ts'
import { CollectorError } from './collector-error.ts'
import { downloadCollectorRelease } from './fetch-release.ts'
import { type CollectorBinary, findCachedCollector, findCollectorBinary } from './find-collector-binary.ts'

/**
 * Prints the path of a Collector that can run collector-config.yaml as the last line of stdout; how it was found and progress go to stderr.
 * It is searched, then downloaded, then built. Exit code 1 and one sentence if there is none.
 */
const stop = new AbortController()
const log = (line: string) => process.stderr.write(`${line}\n`)
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())

try {
  const { binary, origin: way } = await getOtelcol(stop.signal)
  log(`Collector: ${binary} (${way})`)
  process.stdout.write(`${binary}\n`)
} catch (error) {
  if (stop.signal.aborted) {
    log('Stopped. Downloaded and compiled files are kept for the next start.')
    process.exitCode = 130
  } else if (error instanceof CollectorError || error instanceof ConfigError) {
    log(error.message)
    process.exitCode = 1
  } else {
    throw error
  }
}

async function getOtelcol(signal: AbortSignal): Promise<CollectorBinary> {
  const cache = locateCollectorCache(env)
  const found = await findCollectorBinary({ configuredPath: readConfig(env).otelcol.binary, env, cache, log })
  if (found !== undefined) return found
  const lock = join(cache.dir, 'collector.lock')
  using _lock = await waitForLock(lock, {
    signal,
    onWait: waitedMs =>
      log(
        `waiting for ${describeHolder(lock) || 'another process'} to get the Collector (${Math.round(waitedMs / 1_000)} s so far)`,
      ),
  })
  // The process that held the lock may have provided it.
  const brought = await findCachedCollector(cache)
  if (brought !== undefined) return brought
  const failures: string[] = []
  const ways: [string, () => Promise<string>][] = [
    ['downloaded', () => downloadCollectorRelease({ target: cache.released, signal, log })],
    ['built', () => buildOtelcol({ cache, env, signal, log })],
  ]
  for (const [way, get] of ways) {
    try {
      const binary = await get()
      const fault = await describeBinaryFault(binary)
      if (fault === undefined) return { binary, origin: way }
      failures.push(`${binary} ${fault}`)
    } catch (error) {
      if (!(error instanceof CollectorError)) throw error
      log(`not ${way}: ${error.message}`)
      failures.push(error.message.split('\n')[0] ?? '')
    }
  }
  throw new CollectorError(
    `No OpenTelemetry Collector found (${failures.join('; ')}): set ERRATA_OTELCOL to an otelcol-contrib v0.161.0 or newer, or install Go 1.26 or newer and start again.`,
  )
}
