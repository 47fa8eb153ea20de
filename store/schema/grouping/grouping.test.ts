import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runs } from '../../../test/property-runs.ts'
import { exceptionRow, openTestStore, type TestStore } from '../../../test/store/open-test-store.ts'
import { stackDialects } from './dialects.ts'
import { sqlLiteral } from './make-rule.ts'

/**
 * cases/ has exceptions that the rule groups together or keeps apart: `issues` has a number for each, equal for one issue. Where the result
 * is not the desired one, `wrong` says how and `because` why it stays so.
 */
const grouped = z.strictObject({
  case: z.string(),
  wrong: z.enum(['merge', 'split']).optional(),
  because: z.string().optional(),
  issues: z.array(z.number()),
  exceptions: z.array(
    z.strictObject({
      type: z.string(),
      message: z.string(),
      stack: z.array(z.string()).optional(),
      service: z.string().optional(),
      release: z.string().optional(),
      fingerprint: z.string().optional(),
      causes: z.array(z.object({ type: z.string(), message: z.string() })).optional(),
      /** Invalid text in place of a list of causes, as a sender may write it. */
      causesText: z.string().optional(),
    }),
  ),
})

type Case = z.infer<typeof grouped>

const folder = join(import.meta.dirname, 'cases')
const files = globSync('*.json', { cwd: folder }).sort()
const casesOf = (file: string) => z.array(grouped).parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))

test('there are at least 120 cases, and each with an undesired result says why', () => {
  const cases = files.flatMap(casesOf)
  expect(cases.length).toBeGreaterThanOrEqual(120)
  expect(new Set(cases.map(of => of.case)).size).toBe(cases.length)
  for (const of of cases) {
    expect(of.issues, of.case).toHaveLength(of.exceptions.length)
    expect(of.because !== undefined, of.case).toBe(of.wrong !== undefined)
  }
})

test.each(files)('the cases of %s are grouped as expected', async file => {
  await using store = await openTestStore()
  const cases = casesOf(file)
  await store.insert(cases.flatMap((of, index) => rowsOf(of, `${basename(file)} ${index}`)))
  const found = await issuesOf(store)
  const actual = Object.fromEntries(
    cases.map((of, index) => [of.case, numbered(found.get(`${basename(file)} ${index}`) ?? [])]),
  )
  expect(actual).toEqual(Object.fromEntries(cases.map(of => [of.case, of.issues])))
})

test('frames read by the pattern of the common ones are read in the same way by the pattern of all', async () => {
  await using store = await openTestStore()
  const v8 = stackDialects.find(({ common }) => common !== undefined)
  const text = (usual: string[], ...parts: string[]) =>
    fc.oneof(
      fc.constantFrom(...usual),
      fc.array(fc.constantFrom(...usual, ...parts), { maxLength: 4 }).map(all => all.join('')),
    )
  const lines = fc.record({
    indent: text(['    '], '\t'),
    name: text(
      ['pay', 'Cart.pay', '<anonymous>'],
      'new',
      'new ',
      'async ',
      '[as x]',
      ' [as y]',
      '(',
      ')',
      ':1',
      '/',
      'é',
      '?',
    ),
    file: text(
      ['/srv/a.js', 'file:///a.js', 'https://shop:3000/a.js'],
      'eval at ',
      ' ',
      '(',
      ')',
      ':',
      ':7',
      '//',
      '\\',
    ),
    position: text([':1:23'], ':1'),
    end: text([')'], ' {', ','),
  })
  let common = 0
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { minLength: 500, maxLength: 500 }), async chosen => {
      const printed = chosen.map(
        ({ indent, name: of, file: at, position, end }) => `${indent}at ${of} (${at}${position}${end}`,
      )
      const [found] = await store.querySql<{ common: string[]; different: string[] }>(
        `SELECT arrayFilter(line -> match(line, ${sqlLiteral(v8?.common ?? '')}), [${printed.map(sqlLiteral).join(', ')}]) AS common,
           arrayFilter(line -> extractGroups(line, ${sqlLiteral(v8?.common ?? '')}) != extractGroups(line, ${sqlLiteral(v8?.frame ?? '')}), common) AS different`,
      )
      common += found?.common.length ?? 0
      expect(found?.different).toEqual([])
    }),
    runs(4),
  )
  expect(common).toBeGreaterThan(50)
})

test('any megabyte of text is grouped', async () => {
  await using store = await openTestStore()
  // Anything quadratic would take hours and hit the test's timeout.
  const unit = fc.constantFrom(
    'a',
    ' ',
    '(',
    '/',
    '@',
    '\n    at ',
    '\n  File "',
    '<',
    ': ',
    '\nCaused by: ',
    '---> ',
    '\nNext ',
    "'",
  )
  const end = fc.constantFrom('', '\n    at pay (/srv/pay.js:1:2)')
  const texts = fc
    .tuple(unit, unit, end)
    .map(([one, other, last]) => `${(one + other).repeat(500_000)}${last}`.slice(0, 1_000_000))
  await fc.assert(
    fc.asyncProperty(texts, texts, async (message, stacktrace) => {
      await store.insert([exceptionRow({ message, stacktrace, attributes: { 'errata.exception.causes': message } })])
    }),
    runs(2),
  )

  expect(await store.querySql("SELECT count() AS n FROM exceptions WHERE Issue = ''")).toEqual([{ n: '0' }])
})

test('a file of a function keeps its name, and the issue does not depend on how a build names modules', async () => {
  await using store = await openTestStore()
  const files = ['index.js', 'index.mjs', 'index.cjs']
  await store.insert(files.map(file => exceptionRow({ stacktrace: `TypeError: m\n    at pay (/srv/${file}:10:2)` })))

  const rows = await store.querySql<{ function: string; issue: string }>(
    'SELECT Grouping.functions[1] AS function, Issue AS issue FROM exceptions',
  )
  expect(rows.map(row => row.function).sort()).toEqual(files.map(file => `pay ${file}`).sort())
  expect(new Set(rows.map(({ issue }) => issue)).size).toBe(1)
})

const rowsOf = ({ exceptions }: Case, name: string) =>
  exceptions.map(
    ({ type, message, stack = [], service = 'shop', release = '', fingerprint, causes, causesText }, index) =>
      exceptionRow({
        at: 60_000,
        type,
        message,
        service,
        stacktrace: stack.join('\n'),
        resource: { 'service.version': release },
        attributes: {
          case: name,
          index: String(index),
          ...(fingerprint !== undefined && { 'errata.issue.fingerprint': fingerprint }),
          ...(causes !== undefined && { 'errata.exception.causes': JSON.stringify(causes) }),
          ...(causesText !== undefined && { 'errata.exception.causes': causesText }),
        },
      }),
  )

/** Issues of a case's exceptions, in order. */
async function issuesOf(store: TestStore): Promise<Map<string, string[]>> {
  const rows = await store.querySql<{ of: string; issues: string[] }>(
    `SELECT Attributes['case'] AS of, arrayMap(x -> x.2, arraySort(groupArray((toUInt32(Attributes['index']), Issue::String)))) AS issues
     FROM exceptions FINAL GROUP BY of`,
  )
  return new Map(rows.map(({ of, issues }) => [of, issues]))
}

/** Numbers in the order of first appearance, as cases have them. */
const numbered = (issues: readonly string[]) => issues.map(issue => [...new Set(issues)].indexOf(issue))
