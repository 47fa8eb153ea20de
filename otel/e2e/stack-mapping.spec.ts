import { globSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { poll } from '../../test/poll.ts'
import { buildInto, fixtureDir, newBuildDir } from './build-fixture.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type Visit, type VisitedLog } from './open-visit.ts'
import type { Server } from './start-fixture.ts'

startFixtureAndBrowser()

/**
 * Three minified builds of one source, one after another into one folder, each with other hashes and other names for its functions, and a
 * tab that stays open from the first to the last.
 */
const variants = ['', 'other-hashes', 'other-names'] as const
const buildDir = newBuildDir()
const byVariant: VisitedLog[][] = []
let server: Server
let oldTab: Visit

const failures = [
  ['handler', 'app/routes/browser-stacks.tsx', 'failInHandler'],
  ['rejection', 'app/routes/browser-stacks.tsx', 'failLater'],
  ['render', 'app/routes/browser-stacks.tsx', 'Broken'],
  ['effect', 'app/routes/browser-stacks.tsx', 'Effect'],
  ['lazy chunk', 'app/lazy-stack.ts', 'failInChunk'],
  ['worker', 'app/stacks.worker.ts', 'work'],
] as const

beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  for (const variant of variants) {
    await server?.[Symbol.asyncDispose]()
    await buildInto(buildDir, { FIXTURE_VARIANT: variant })
    server = await fixture.startAnother({ buildDir, port: String(port) })
    if (oldTab === undefined) {
      oldTab = await openVisit(browser, server)
      await oldTab.open('/browser/stacks')
    }
    byVariant.push(await failEverywhere())
  }
})

afterAll(async () => {
  await oldTab?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
  await rm(buildDir, { recursive: true, force: true })
})

async function failEverywhere(): Promise<VisitedLog[]> {
  await using visit = await openVisit(browser, server)
  await visit.open('/browser/stacks')
  // The last two leave nothing to press.
  for (const name of ['handler', 'rejection', 'lazy chunk', 'worker', 'effect']) {
    const told = visit.page.waitForEvent('console', message => message.text().startsWith('Client-side exception'))
    await visit.press(name)
    await told
  }
  await visit.open('/browser/stacks')
  await visit.press('render')
  await visit.page.getByRole('heading', { name: 'A client-side exception' }).waitFor()
  await visit.finish()
  return await visit.exceptions(failures.length)
}

const messageOf = (name: string) => `stack of ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
const ofFailure = (logs: readonly VisitedLog[] | undefined, name: string) =>
  logs?.find(({ attributes }) => attributes['exception.message']?.endsWith(messageOf(name)))?.attributes ?? {}

/** From 1: where a source throws a message. */
const lineOf = (file: string, text: string) =>
  readFileSync(join(fixtureDir, file), 'utf8')
    .split('\n')
    .findIndex(line => line.includes(`'${text}'`)) + 1

test.each(failures)('%s: file, line, function and context are those of the source', (name, file, called) => {
  const line = lineOf(file, messageOf(name))
  for (const logs of byVariant) {
    const attributes = ofFailure(logs, name)
    const [frame] = attributes['exception.stacktrace']?.split('\n').filter(text => text.startsWith('    at ')) ?? []

    expect(frame).toMatch(new RegExp(`^ {4}at (?:async )?${called} \\(${file}:${line}:\\d+\\)$`))
    expect(attributes['errata.stack.mapped']).toBe('yes')
    expect(attributes['errata.stack.raw']).toMatch(/\/assets\/[\w.-]+\.js:1:\d+/)
    const context: unknown = JSON.parse(attributes['errata.stack.context'] ?? '[]')
    const [first]: unknown[] = Array.isArray(context) ? context : []
    expect(first).toMatchObject({
      file,
      line,
      function: called,
      context: { line: expect.stringContaining(messageOf(name)) },
    })
  }
})

test('a cause and the stack of components are mapped as well', () => {
  const attributes = ofFailure(byVariant[0], 'render')
  const file = 'app/routes/browser-stacks.tsx'

  expect(attributes['errata.react.component_stack']).toMatch(
    new RegExp(`at Broken \\(${file}:\\d+:\\d+\\)\\n {4}at main \\(<anonymous>\\)\n {4}at Stacks \\(${file}`),
  )
  expect(JSON.parse(attributes['errata.exception.causes'] ?? '[]')).toMatchObject([
    {
      message: 'stack of a cause',
      stacktrace: expect.stringContaining(`at Broken (${file}:${lineOf(file, 'stack of a cause')}:`),
    },
  ])
})

test('three builds with other hashes and names make one issue of each failure', async () => {
  const rows = await poll(
    () =>
      fixture.ask<{ message: string; issues: string; times: string }>(
        `SELECT Message AS message, toString(uniqExact(Issue)) AS issues, toString(count()) AS times
         FROM exceptions FINAL WHERE Message LIKE '%stack of %' GROUP BY Message ORDER BY Message`,
      ),
    found => found.length === failures.length && found.every(({ times }) => Number(times) >= variants.length),
    60_000,
  )
  expect(rows.map(({ issues }) => issues)).toEqual(failures.map(() => '1'))
  const raw = byVariant.map(
    logs => /\/assets\/[\w-]+\.js/.exec(ofFailure(logs, 'handler')['errata.stack.raw'] ?? '')?.[0],
  )
  expect(new Set(raw).size).toBe(3)
})

test('a tab of the build before last is mapped', async () => {
  await oldTab.press('handler')
  await oldTab.finish()
  const attributes = ofFailure(await oldTab.exceptions(), 'handler')

  expect(attributes['exception.stacktrace']).toContain('at failInHandler (app/routes/browser-stacks.tsx:')
  const script = /\/assets\/[\w-]+\.js/.exec(attributes['errata.stack.raw'] ?? '')?.[0] ?? ''
  expect(globSync(`client${script}`, { cwd: buildDir })).toEqual([])
})

test("a server's exception names the source, and its digest is that of before", async () => {
  const { traceId, headers } = await server.request('/fail/loader')
  const [log] = await server.exceptionsOf(traceId)
  const line =
    readFileSync(join(fixtureDir, 'app/routes/fail-loader.tsx'), 'utf8')
      .split('\n')
      .findIndex(text => text.includes('throw ')) + 1

  expect(log?.attributes['exception.stacktrace']).toMatch(
    new RegExp(`at loader \\(app/routes/fail-loader\\.tsx:${line}:\\d+\\)`),
  )
  expect(log?.attributes['errata.stack.mapped']).toBe('yes')
  expect(log?.attributes['errata.error.digest']).toBe(headers.get('x-errata-digest'))
})

test('no map and no source can be had by a visitor', async () => {
  const served = globSync('**/*', { cwd: join(buildDir, 'client'), withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(join(buildDir, 'client').length))
  const maps = globSync('maps/**/*', { cwd: buildDir }).filter((_, n) => n % 20 === 0)
  const guesses = [
    ...served.map(path => `${path}.map`),
    ...maps.flatMap(path => [`/${path}`, `/build/${path}`, `/assets/../../${path}`, `/assets/..%2f..%2f${path}`]),
    '/maps/',
    '/build/maps/3.2.1/',
    '/otlp/v1/logs',
  ]
  expect(served.length).toBeGreaterThan(50)
  for (const path of [...served, ...guesses, '/', '/browser/stacks', '/browser/stacks.data', '/__manifest']) {
    const { text } = await server.request(path)
    expect([path, /"mappings"|sourceMappingURL|no-visitor-reads-this/.test(text)]).toEqual([path, false])
  }
})
