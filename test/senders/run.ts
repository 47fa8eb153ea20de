import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordSender } from './record-sender.ts'

/**
 * `npm run test:senders [-- --record] [NAME…]`: starts apps with stock OpenTelemetry SDKs, records what each sends for an error, and checks
 * that it is one event of one issue. What they need is installed into the user's cache folder; apps that cannot run here are skipped.
 *
 *   --record  also saves the recordings, for the tests of `npm test`
 */

const say = (line: string) => process.stdout.write(`${line}\n`)
const root = join(import.meta.dirname, '../..')
const senders = join(root, 'e2e/senders')
const { values, positionals } = parseArgs({
  options: { record: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const all = readdirSync(senders).filter(name => existsSync(join(senders, name, 'run')))
const unknown = positionals.find(name => !all.includes(name))
if (unknown !== undefined) throw new Error(`There is no sender "${unknown}": one of ${all.join(', ')}.`)

const folder = mkdtempSync(join(tmpdir(), 'errata-senders-'))
let skipped = 0
try {
  for (const name of positionals.length > 0 ? positionals : all) {
    const recording = await recordSender(name, join(senders, name))
    if (typeof recording === 'string') {
      say(`skipped ${name}: ${recording}`)
      skipped++
      continue
    }
    say(`recorded ${name}`)
    for (const place of values.record ? [folder, senders] : [folder]) {
      mkdirSync(join(place, name), { recursive: true })
      writeFileSync(join(place, name, 'recorded.json'), `${JSON.stringify(recording, undefined, 2)}\n`)
    }
  }
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'contract', 'store/exceptions/told-twice'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ERRATA_TEST_SENDERS: folder } },
  )
  if (skipped > 0) say(`${skipped} skipped`)
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
