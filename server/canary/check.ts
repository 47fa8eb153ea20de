import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../config.ts'
import { loadEnvFile } from '../../supervisor/load-env-file.ts'
import { type OtlpHeaders, otlpHeaders, trustReceiver } from '../../supervisor/otlp-access.ts'
import { authorizationOf } from '../../supervisor/secret-key.ts'
import { evaluateProbe, ingestedResponseSchema, type ProbeResult } from './evaluate-probe.ts'
import { ALL_PROBES, type Probe } from './probes.ts'
import { newTraceId, sendProbes } from './send-probes.ts'

/**
 * `npx errata check [--url URL] [--otlp URL]`: sends probes through a running pipeline and reports whether each was stored or dropped as
 * expected. Exits with 0 if all were, else with 1. The addresses default to the settings of `npm start`.
 */

const SERVICE = 'errata-check'
const DEADLINE_MS = 60_000
const PAUSE_MS = 500
/** The statuses of a server that restarts or takes too long. */
const PASSING: ReadonlySet<string> = new Set(['429', '502', '503', '504'])

class CheckError extends Error {}

try {
  loadEnvFile()
  const { url, otlp, headers, deskHeaders } = readArguments()
  process.stdout.write(`Sending ${ALL_PROBES.length} probes to ${otlp}, checking results at ${url}.\n\n`)
  const results = await check({ url, headers: deskHeaders }, { otlpUrl: otlp, headers })
  process.stdout.write(`${tabulate(results)}\n`)
  const failed = [...results.values()].filter(({ passed }) => !passed).length
  process.stdout.write(`
${failed === 0 ? 'All probes passed.' : `${failed} of ${results.size} probes failed.`}
`)
  process.exitCode = failed === 0 ? 0 : 1
} catch (error) {
  const expected = error instanceof CheckError || error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}

function readArguments(): { url: string; otlp: string; headers: OtlpHeaders; deskHeaders: Desk['headers'] } {
  const config = readConfig()
  trustReceiver(config.otlp)
  const options = {
    url: { type: 'string', default: config.desk.url },
    otlp: { type: 'string', default: config.otlp.url },
  } as const
  try {
    const { values } = parseArgs({ options })
    for (const [name, value] of Object.entries(values)) {
      if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
        throw new CheckError(`--${name}=${value} is not an http:// or https:// address.`)
    }
    return {
      url: values.url.replace(/\/+$/, ''),
      otlp: values.otlp.replace(/\/+$/, ''),
      headers: otlpHeaders(config.otlp),
      deskHeaders: authorizationOf(config),
    }
  } catch (error) {
    // parseArgs throws TypeErrors with messages for the user.
    throw error instanceof TypeError ? new CheckError(error.message) : error
  }
}

/** Where results are asked for, and by what it lets this command ask. */
interface Desk {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

async function check(
  desk: Desk,
  { otlpUrl, headers }: { readonly otlpUrl: string; readonly headers: OtlpHeaders },
): Promise<ReadonlyMap<Probe, ProbeResult>> {
  const sent = ALL_PROBES.map(probe => ({ probe, traceId: newTraceId(), name: probe.name }))
  const send = () => sendProbes(sent, { otlpUrl, headers, service: SERVICE, signal: AbortSignal.timeout(DEADLINE_MS) })
  let refusal = await send()
  if (refusal !== undefined && PASSING.has(refusal.replace('HTTP ', ''))) {
    sayAgain(otlpUrl, refusal)
    refusal = await send()
  }
  if (refusal !== undefined) throw new CheckError(`The Collector at ${otlpUrl} rejected the probes: ${refusal}.`)
  const deadline = performance.now() + DEADLINE_MS
  const results = new Map<Probe, ProbeResult>()
  for (;;) {
    const open = sent.filter(({ probe }) => results.get(probe)?.passed !== true)
    const answers = await Promise.all(open.map(({ traceId }) => fetchIngested(desk, traceId)))
    for (const [i, { probe }] of open.entries()) {
      const answer = answers[i]
      if (answer !== undefined) results.set(probe, evaluateProbe(probe, answer))
    }
    if ([...results.values()].every(({ passed }) => passed) || performance.now() > deadline) return results
    await wait(PAUSE_MS)
  }
}

async function fetchIngested({ url, headers }: Desk, traceId: string) {
  const ask = () => {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    return fetch(`${url}/ingested/${traceId}`, { signal, headers, redirect: 'manual' }).catch(error => {
      throw new CheckError(`Errata at ${url} cannot be reached: ${error.cause?.code ?? error.message}.`)
    })
  }
  let response = await ask()
  if (PASSING.has(`${response.status}`)) {
    await response.body?.cancel()
    sayAgain(url, `HTTP ${response.status}`)
    response = await ask()
  }
  if (response.status === 302)
    throw new CheckError(
      `Errata at ${url} asks to sign in: give this command the settings of the app (ERRATA_LOGIN, ERRATA_SECRET_KEY), or ERRATA_TOKEN, a token that its page Tokens makes.`,
    )
  if (!response.ok)
    throw new CheckError(`Errata at ${url} answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return ingestedResponseSchema.parse(await response.json())
}

function sayAgain(url: string, answer: string): void {
  process.stderr.write(`${url} answered ${answer}: asking once more.\n`)
}

function tabulate(results: ReadonlyMap<Probe, ProbeResult>): string {
  const rows = [...results].map(([{ name, shape, rule }, { outcome, passed }]) => [
    passed ? 'ok' : 'FAILED',
    shape,
    name,
    rule === undefined ? 'stored' : `dropped by ${rule}`,
    outcome,
  ])
  const all = [['', 'signal', 'probe', 'expected', 'actual'], ...rows]
  const widths = all[0]?.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0))) ?? []
  return all
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
