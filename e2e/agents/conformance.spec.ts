import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'

/**
 * The conformance suite of the protocol, all that each revision requires of a server. It expects a server made for it, with tools, prompts and
 * resources of certain names; whatever fails here must be one of {@link DEVIATIONS}.
 *
 * @see https://github.com/modelcontextprotocol/conformance
 */

let desk: RunningDesk
beforeAll(async () => {
  desk = await startDesk()
})
afterAll(() => desk?.[Symbol.asyncDispose]())

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

interface Deviation {
  readonly why: string
  readonly scenario: RegExp
  readonly error: RegExp
}

const DEVIATIONS: readonly Deviation[] = [
  {
    why: 'It calls a tool or prompt that only a server made for the suite has.',
    scenario: /./,
    error:
      /(?:Tool|Prompt) '?[a-z_\d]+'? not found|Not testable: server (?:does not list the diagnostic tool|exposes no tool)|Expected InputRequiredResult|Prerequisite failed: could not get initial InputRequiredResult/,
  },
  {
    why: 'Resources, completions and levels of a log are optional, and not declared: there is nothing that they would be of.',
    scenario: /^(?:resources-|completion-complete|logging-set-level|caching|tools-call-with-logging)/,
    error: /Method not found/,
  },
  {
    why: 'Tasks are an extension, and not declared: no tool takes longer than its deadline of ten seconds.',
    scenario: /^tasks-/,
    error: /./,
  },
]

/** These must pass whole: all that a server of tools and prompts is asked. */
const PASSED: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['dns-rebinding-protection', 'ping', 'prompts-list', 'server-initialize', 'tools-list'],
  '2026-07-28': [
    ...['dns-rebinding-protection', 'http-header-validation', 'input-required-result-unsupported-methods'],
    ...['input-required-result-validate-input', 'prompts-list', 'sep-2164-resource-not-found'],
    ...['server-sse-multiple-streams', 'tools-list'],
  ],
}

const suite = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Checks of each scenario. */
async function runSuite(revision: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'errata-conformance-'))
  try {
    const args = ['server', '--url', `${desk.url}/mcp`, '--requirements', revision, '-o', folder]
    // It ends with 1 for whatever fails; what does is read from its files.
    await promisify(execFile)(process.execPath, [suite, ...args], { maxBuffer: 64e6 }).catch(error => {
      if (error.code !== 1) throw error
    })
    const runs = await readdir(folder)
    const entries = runs.map(async (run): Promise<[string, Check[]]> => {
      const scenario = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
      return [scenario, JSON.parse(await readFile(join(folder, run, 'checks.json'), 'utf8'))]
    })
    return new Map(await Promise.all(entries))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test.each(Object.entries(PASSED))(
  '%s: everything passes that is not a deviation with a reason',
  async (revision, passed) => {
    const scenarios = await runSuite(revision)
    const failed = [...scenarios].flatMap(([scenario, checks]) =>
      checks
        .filter(({ status }) => status === 'FAILURE')
        .map(({ id, errorMessage = '' }) => ({ scenario, id, error: errorMessage })),
    )
    const unexplained = failed.filter(
      ({ scenario, error }) => !DEVIATIONS.some(of => of.scenario.test(scenario) && of.error.test(error)),
    )
    expect(unexplained).toEqual([])
    const whole = passed.filter(scenario => {
      const checks = scenarios.get(scenario) ?? []
      return checks.some(({ status }) => status === 'SUCCESS') && !failed.some(of => of.scenario === scenario)
    })
    expect(whole).toEqual(passed)
  },
)
