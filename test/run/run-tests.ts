import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { readConfig } from '../../config.ts'
import { buildApp } from '../../supervisor/build-app.ts'
import { obtainCollector } from '../../supervisor/obtain-collector.ts'
import { findChromium } from '../browser/find-chromium.ts'
import { COMMITTED_WEIGHTS, describeGrowth, MEASURED_WEIGHTS, type PageWeights } from '../browser/page-weights.ts'
import { findNginx } from '../nginx/find-nginx.ts'
import { readProcessorSeconds } from '../processor-time.ts'
import { conditionalTests } from '../repo/conditional-tests.ts'

/**
 * `npm test`: installs what is missing, then runs lint, type checks and the tests of behaviour. Arguments go to Vitest, so
 * `npm test -- store/` runs all tests of one room. `npm run check`: lint, types, and the tests that need no other process.
 * `npm run test:nightly`: the tests of robustness, then compose. Both repeat files with failures once, alone, after all others: a timeout
 * while browsers, Collectors and engines shared two cores is no error, and a real error fails again. A property that has found a
 * counterexample has failed: it would not find it again.
 * The last lines list the skipped tests with what they need, the repeated ones with the reason (each a flaw to fix), the pages that load more scripts than is committed, the failures, and the processor time. The very last line
 * is `N passed, N failed`; a failed check counts as one failed test.
 */

const root = join(import.meta.dirname, '../..')
const testResult = z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) })
const fileResult = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(testResult),
})
/** Vitest's report; an error outside any test has no file. */
interface Run {
  readonly isGood: boolean
  readonly files: readonly z.infer<typeof fileResult>[]
}
/** More failures are not explained by a busy machine. */
const maxRetried = 8
const BEHAVIOUR = ['unit', 'unit-otel', 'contract', 'e2e']
const counts = { passed: 0, failed: 0 }
const [mode = ''] = process.argv.slice(2).filter(argument => ['--check', '--nightly'].includes(argument))
const args = process.argv.slice(2).filter(argument => argument !== mode)

try {
  if (mode !== '--check') {
    process.env['CHROMIUM_PATH'] = findChromium(say)
    if (mode === '--nightly') findNginx(say)
    say('Looking for the Collector…')
    process.env['ERRATA_OTELCOL'] = await obtainCollector(root, readConfig(), new AbortController().signal)
  }
  say('Building…')
  await buildApp(root, mode === '--check' ? { only: 'otel' } : {})
  if (mode !== '--nightly') {
    check('lint', 'biome', ['ci', '--error-on-warnings', '.'])
    check('route types', 'react-router', ['typegen'])
    check('types', 'tsc', ['--noEmit'])
  }
  vitest(mode === '--check' ? ['unit*'] : mode === '--nightly' ? ['nightly'] : BEHAVIOUR)
  if (mode === '--nightly' && args.length === 0) compose()
} catch (error) {
  counts.failed++
  const text = error instanceof Error ? error.message : String(error)
  if (text !== '') process.stderr.write(`${text}\n`)
}
const seconds = readProcessorSeconds()
if (seconds !== undefined) say(`processor time: ${(seconds / 60).toFixed(1)} core-minutes`)
say(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1

function check(name: string, tool: string, args: string[]): void {
  const { status } = spawnSync(process.execPath, [binOf(tool), ...args], { cwd: root, stdio: 'inherit' })
  say(`${status === 0 ? 'ok' : 'FAILED'}  ${name}`)
  if (status === 0) counts.passed++
  else counts.failed++
}

/** @param projects of vitest.config.ts */
function vitest(projects: readonly string[]): void {
  const chosen = projects.flatMap(name => ['--project', name])
  rmSync(MEASURED_WEIGHTS, { force: true })
  const first = runVitest([...chosen, ...args])
  const failedFiles = first.files.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name))
  const isTriedAgain =
    args.length === 0 &&
    failedFiles.length > 0 &&
    failedFiles.length <= maxRetried &&
    !first.files.some(hasCounterexample)
  if (isTriedAgain) say(`Again, alone: ${failedFiles.join(', ')}`)
  const again = () => runVitest([...chosen, '--no-file-parallelism', ...failedFiles])
  const last = isTriedAgain ? withRetry(first, again()) : first
  const failures = failuresOf(last.files)
  if (failures.length === 0 && !last.isGood) failures.push('an error outside any test, told by Vitest above')
  for (const line of skippedLines(last.files)) say(line)
  for (const line of heavierPages()) say(line)
  if (isTriedAgain) for (const failure of failuresOf(first.files)) say(`second try: ${failure}`)
  for (const failure of failures) say(`failed: ${failure}`)
  counts.passed += last.files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length
  counts.failed += failures.length
}

/** Tests docker-compose.yml, where a Docker engine can be had. */
function compose(): void {
  const { status, stdout } = spawnSync(process.execPath, ['.ci/compose/run.ts'], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  process.stdout.write(stdout)
  const [, passed, failed] = /^(\d+) passed, (\d+) failed\n$/m.exec(stdout) ?? []
  if (status !== 0 && (failed ?? '0') === '0') say('failed: npm run test:compose ended without a result')
  counts.passed += Number(passed ?? 0)
  counts.failed += status === 0 ? 0 : Math.max(1, Number(failed ?? 0))
}

/** One line for each page that loads clearly more scripts than committed; none if this run has not measured them. */
function heavierPages(): string[] {
  if (!existsSync(MEASURED_WEIGHTS)) return []
  const read = (file: string): PageWeights => JSON.parse(readFileSync(file, 'utf8'))
  return describeGrowth(read(MEASURED_WEIGHTS), read(COMMITTED_WEIGHTS))
}

function runVitest(args: readonly string[]): Run {
  const folder = mkdtempSync(join(tmpdir(), 'errata-test-'))
  const report = join(folder, 'report.json')
  const { status } = spawnSync(
    process.execPath,
    [binOf('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { cwd: root, stdio: 'inherit' },
  )
  const files = existsSync(report)
    ? z.object({ testResults: z.array(fileResult) }).parse(JSON.parse(readFileSync(report, 'utf8'))).testResults
    : []
  rmSync(folder, { recursive: true })
  return { isGood: status === 0, files }
}

/** @see https://fast-check.dev/docs/tutorials/quick-start/ Its errors begin so. */
function hasCounterexample({ assertionResults }: Run['files'][number]): boolean {
  return assertionResults.some(({ failureMessages }) =>
    failureMessages.some(message => message.includes('Property failed after')),
  )
}

function withRetry(first: Run, second: Run): Run {
  const retried = new Set(second.files.map(({ name }) => name))
  return { isGood: second.isGood, files: [...first.files.filter(({ name }) => !retried.has(name)), ...second.files] }
}

/** One line for each file: `5 skipped: engine/full-disk.test.ts, a disk of its own takes …`. */
function skippedLines(files: Run['files']): string[] {
  const why =
    mode === '--nightly' ? 'npm test runs them, or the arguments do not choose them' : 'not chosen by the arguments'
  return files.flatMap(({ name, assertionResults }) => {
    const skipped = assertionResults.filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status)).length
    const file = relative(root, name)
    return skipped === 0 ? [] : [`${skipped} skipped: ${file}, ${conditionalTests[file] ?? why}`]
  })
}

/** One line for each test; one for a file that could not be loaded or set up, which fails without a failing test. */
function failuresOf(files: Run['files']): string[] {
  const toLine = (file: string, test: string, message = '') =>
    `${relative(root, file)} > ${test}: ${message.split('\n')[0]}`
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed')
    return failed.length === 0 && status === 'failed'
      ? [toLine(name, 'the file', message)]
      : failed.map(({ fullName, failureMessages }) => toLine(name, fullName, failureMessages[0]))
  })
}

/** The links in .bin point to scripts, which are run with Node 24, whatever Node is on the PATH. */
function binOf(tool: string): string {
  return join(root, 'node_modules', '.bin', tool)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
