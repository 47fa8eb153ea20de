import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { exceptionRow, openTestStore, type TestStore } from '../../../test/store/open-test-store.ts'

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
    { numRuns: 5 },
  )

  expect(await store.querySql("SELECT count() AS n FROM exceptions WHERE Issue = ''")).toEqual([{ n: '0' }])
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
