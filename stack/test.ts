import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { findChromium } from '../test/find-chromium.ts'
import { conditionalTests } from '../test/repo/conditional-tests.ts'
import { buildDesk } from './build-desk.ts'
import { findOtelcol } from './find-otelcol.ts'

/**
 * `npm test`: installs what is missing, then lint, types, and every test. Arguments go to Vitest, so `npm test -- store/` runs one room.
 * `npm run check`: lint, types, and the tests that need no other process.
 * What one must know of a run stands in its last lines: the tests that were left out, with what they take; those that passed at their second
 * try, with why not at the first; those that failed. The very last is `N passed, N failed`; a failed check counts as one failed test.
 */

const root = join(import.meta.dirname, '..')
const testResult = z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) })
const fileResult = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(testResult),
})
const counts = { passed: 0, failed: 0 }
const quick = process.argv[2] === '--check'

try {
  if (!quick) {
    process.env['CHROMIUM_PATH'] = findChromium(say)
    say('Looking for the Collector…')
    process.env['ERRATA_OTELCOL'] = await findOtelcol(root, readConfig(), new AbortController().signal)
  }
  say('Building…')
  await buildDesk(root, quick ? { only: 'otel' } : {})
  check('lint', 'biome', ['ci', '--error-on-warnings', '.'])
  check('route types', 'react-router', ['typegen'])
  check('types', 'tsc', ['--noEmit'])
  vitest(quick ? ['--project', 'unit', ...process.argv.slice(3)] : process.argv.slice(2))
} catch (error) {
  counts.failed++
  const text = error instanceof Error ? error.message : String(error)
  if (text !== '') process.stderr.write(`${text}\n`)
}
say(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1

function check(name: string, tool: string, args: string[]): void {
  const { status } = spawnSync(process.execPath, [binOf(tool), ...args], { cwd: root, stdio: 'inherit' })
  say(`${status === 0 ? 'ok' : 'FAILED'}  ${name}`)
  if (status === 0) counts.passed++
  else counts.failed++
}

function vitest(args: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'errata-test-'))
  const report = join(folder, 'report.json')
  const { status } = spawnSync(
    process.execPath,
    [binOf('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { cwd: root, stdio: 'inherit' },
  )
  const ran = existsSync(report)
    ? z
        .object({ numPassedTests: z.number(), numFailedTests: z.number(), testResults: z.array(fileResult) })
        .parse(JSON.parse(readFileSync(report, 'utf8')))
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  rmSync(folder, { recursive: true })
  counts.passed += ran.numPassedTests
  const failures = failureLines(ran.testResults)
  if (failures.length === 0 && status !== 0) failures.push('failed: an error outside any test, told by Vitest above')
  for (const line of [...skippedLines(ran.testResults), ...secondTryLines(ran.testResults), ...failures]) say(line)
  counts.failed += failures.length
}

/** One line a file: `5 skipped: engine/full-disk.test.ts, a disk of its own takes …`. */
function skippedLines(files: readonly z.infer<typeof fileResult>[]): string[] {
  return files.flatMap(({ name, assertionResults }) => {
    const skipped = assertionResults.filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status)).length
    const file = relative(root, name)
    return skipped === 0
      ? []
      : [`${skipped} skipped: ${file}, ${conditionalTests[file] ?? 'not chosen by the arguments'}`]
  })
}

/** A test that passed had failed before where it has something to say of a failure: vitest.config.ts tells which are tried twice. */
function secondTryLines(files: readonly z.infer<typeof fileResult>[]): string[] {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => resultLine('second try', name, fullName, failureMessages)),
  )
}

/** One line a test; one for a file that could not be loaded or set up, which fails without a failing test. */
function failureLines(files: readonly z.infer<typeof fileResult>[]): string[] {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed')
    return failed.length === 0 && status === 'failed'
      ? [resultLine('failed', name, 'the file', [message])]
      : failed.map(({ fullName, failureMessages }) => resultLine('failed', name, fullName, failureMessages))
  })
}

function resultLine(result: string, file: string, test: string, messages: readonly string[]): string {
  return `${result}: ${relative(root, file)} > ${test}: ${messages[0]?.split('\n')[0]}`
}

/** The links in .bin lead to scripts of ours to run with Node 24, whatever Node is on the PATH. */
function binOf(tool: string): string {
  return join(root, 'node_modules', '.bin', tool)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
