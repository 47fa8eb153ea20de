import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordError } from './record-error.ts'
import { recordProgram } from './record-program.ts'

/**
 * `npm run test:senders [-- --record] [NAME…]`: starts apps with stock OpenTelemetry SDKs, records what they send, and checks what Errata
 * makes of it. What they need is installed into the user's cache folder; apps that cannot run here are skipped.
 *
 *   --record  also saves the recordings, for the tests of `npm test` and `npm run test:nightly`
 */

const say = (line: string) => process.stdout.write(`${line}\n`)
const root = join(import.meta.dirname, '../..')
const senders = join(root, 'e2e/senders')
const { values, positionals } = parseArgs({
  options: { record: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const all = (['errors', 'programs'] as const).flatMap(kind =>
  readdirSync(join(senders, kind))
    .filter(name => existsSync(join(senders, kind, name, 'run')))
    .map(name => ({ kind, name, folder: join(senders, kind, name) })),
)
const unknown = positionals.find(wanted => !all.some(({ name }) => name === wanted))
if (unknown !== undefined) {
  throw new Error(`There is no sender "${unknown}": one of ${all.map(({ name }) => name).join(', ')}.`)
}

const folder = mkdtempSync(join(tmpdir(), 'errata-senders-'))
let skipped = 0
try {
  for (const sender of all.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const { kind, name } = sender
    const recording = await record(sender)
    if (typeof recording === 'string') {
      say(`skipped ${name}: ${recording}`)
      skipped++
      continue
    }
    say(`recorded ${name}`)
    for (const place of values.record ? [folder, senders] : [folder]) {
      mkdirSync(join(place, kind, name), { recursive: true })
      writeFileSync(join(place, kind, name, recording.file), recording.text)
    }
  }
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    [
      'run',
      '--project',
      'contract',
      '--project',
      'nightly',
      'store/exceptions/told-twice',
      'app/pages/recorded-senders',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ERRATA_TEST_SENDERS: folder } },
  )
  if (skipped > 0) say(`${skipped} skipped`)
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @returns The file's name and text, or why the sender cannot run here. */
async function record({ kind, name, folder }: (typeof all)[number]) {
  if (kind === 'errors') {
    const recorded = await recordError(name, folder)
    if (typeof recorded === 'string') return recorded
    return { file: 'recorded.json', text: `${JSON.stringify(recorded, undefined, 2)}\n` }
  }
  const recorded = await recordProgram(name, folder)
  return typeof recorded === 'string' ? recorded : { file: 'recorded.jsonl', text: recorded.lines }
}
