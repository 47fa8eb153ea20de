import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../config.ts'
import { fate, judgeFate, type Verdict } from './judge-fate.ts'
import { newTraceId, sendOtlp } from './send-otlp.ts'
import { ALL_KINDS, type DropSample } from './specimens.ts'

/**
 * `npx errata check [--url APP] [--otlp COLLECTOR]`: sends one specimen of each kind through a running pipeline and reports what became of each.
 * Exits with 0 if each was stored or dropped as it should be, else with 1. The addresses default to those of `npm start`.
 */

const SERVICE = 'errata-check'
const DEADLINE_MS = 60_000
const PAUSE_MS = 500

class CannotCheck extends Error {}

try {
  const envFile = join(import.meta.dirname, '../../.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const { url, otlp } = readArguments()
  process.stdout.write(`${ALL_KINDS.length} specimens to ${otlp}, looked for at ${url}.\n\n`)
  const verdicts = await check(url, otlp)
  process.stdout.write(`${tabulate(verdicts)}\n`)
  const wrong = [...verdicts.values()].filter(({ isRight }) => !isRight).length
  process.stdout.write(
    `\n${wrong === 0 ? 'Each became what it should.' : `${wrong} of ${verdicts.size} did not become what they should.`}\n`,
  )
  process.exitCode = wrong === 0 ? 0 : 1
} catch (error) {
  const expected = error instanceof CannotCheck || error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}

function readArguments(): { url: string; otlp: string } {
  const config = readConfig()
  const options = {
    url: { type: 'string', default: config.desk.url },
    otlp: { type: 'string', default: config.otlp.url },
  } as const
  try {
    const { values } = parseArgs({ options })
    for (const [name, value] of Object.entries(values)) {
      if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
        throw new CannotCheck(`--${name}=${value} is not an http:// or https:// address.`)
    }
    return { url: values.url.replace(/\/+$/, ''), otlp: values.otlp.replace(/\/+$/, '') }
  } catch (error) {
    // parseArgs throws about the command's own arguments.
    throw error instanceof TypeError ? new CannotCheck(error.message) : error
  }
}

async function check(url: string, otlpUrl: string): Promise<ReadonlyMap<DropSample, Verdict>> {
  const sent = ALL_KINDS.map(specimen => ({ specimen, traceId: newTraceId(), name: specimen.name }))
  const refusal = await sendOtlp(sent, { otlpUrl, service: SERVICE, signal: AbortSignal.timeout(DEADLINE_MS) })
  if (refusal !== undefined)
    throw new CannotCheck(`The Collector at ${otlpUrl} does not take what is sent: ${refusal}.`)
  const deadline = performance.now() + DEADLINE_MS
  const verdicts = new Map<DropSample, Verdict>()
  for (;;) {
    const open = sent.filter(({ specimen }) => verdicts.get(specimen)?.isRight !== true)
    const fates = await Promise.all(open.map(({ traceId }) => askFate(url, traceId)))
    for (const [i, { specimen }] of open.entries()) {
      const became = fates[i]
      if (became !== undefined) verdicts.set(specimen, judgeFate(specimen, became))
    }
    if ([...verdicts.values()].every(({ isRight }) => isRight) || performance.now() > deadline) return verdicts
    await wait(PAUSE_MS)
  }
}

async function askFate(url: string, traceId: string) {
  const response = await fetch(`${url}/fate/${traceId}`, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(error => {
    throw new CannotCheck(`The desk at ${url} cannot be reached: ${error.cause?.code ?? error.message}.`)
  })
  if (!response.ok)
    throw new CannotCheck(`The desk at ${url} answers ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return fate.parse(await response.json())
}

function tabulate(verdicts: ReadonlyMap<DropSample, Verdict>): string {
  const rows = [...verdicts].map(([{ name, shape, rule }, { became, isRight }]) => [
    isRight ? 'ok' : 'WRONG',
    shape,
    name,
    rule === undefined ? 'stored' : `removed by ${rule}`,
    became,
  ])
  const all = [['', 'shape', 'specimen', 'should be', 'became'], ...rows]
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
