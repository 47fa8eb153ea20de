import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  createOtherIssueVariants,
  createSameIssueVariants,
  type ExceptionVariant,
  parseStack,
  type ReportedException,
  readReports,
} from '../../../test/store/grouping-variants.ts'
import { exceptionRow, openTestStore, type TestStore } from '../../../test/store/open-test-store.ts'
import { ownFramesExpression } from '../../../test/store/write-grouping-rule.ts'

const folder = join(import.meta.dirname, 'cases')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const known = globSync('reports/*.txt', { cwd: folder })
  .sort()
  .flatMap(file => readReports(read(file)))
/** Collected after the rule was written. */
const unseen = readReports(read('reports-unseen.txt'))
const reports = [...known, ...unseen]

/** Half of the reports, which were not used to tune the rule. */
const isHeldOut = ({ source }: ReportedException) => (createHash('sha256').update(source).digest()[0] ?? 0) % 2 === 1

test('there are at least 125 public reports, each with its address and a stack', () => {
  expect(reports.length).toBeGreaterThanOrEqual(125)
  expect(new Set(reports.map(({ source }) => source)).size).toBe(reports.length)
  for (const { source, type, stack } of reports) {
    expect(source).toMatch(/^https:\/\/github\.com\/\S+$/)
    expect(type, source).not.toBe('')
    expect(parseStack(stack).language, source).toBeDefined()
  }
})

test.each([
  ['that the rule was tuned to', known.filter(report => !isHeldOut(report))],
  ['that were held out', known.filter(isHeldOut)],
  ['that were collected afterwards', unseen],
])('of reports %s, at least 97 in 100 variants are one issue and 95 in 100 pairs are two', async (_, chosen) => {
  await using store = await openTestStore()
  const changes = chosen.flatMap((report, of) => [
    ...createSameIssueVariants(report).map(change => ({ ...change, of, isOne: true })),
    ...createOtherIssueVariants(report).map(change => ({ ...change, of, isOne: false })),
  ])
  await store.insert([
    ...chosen.map((report, of) => rowOf(report, report, `${of}`)),
    ...changes.map((change, index) => rowOf(chosen[change.of], change, `${change.of} ${index}`)),
  ])
  const issues = await issuesByName(store)
  const results = changes.map((change, index) => ({
    isOne: change.isOne,
    isRight: (issues.get(`${change.of} ${index}`) === issues.get(`${change.of}`)) === change.isOne,
    what: `${change.rule}: ${chosen[change.of]?.source}`,
  }))
  for (const [isOne, bar] of [
    [true, 0.97],
    [false, 0.95],
  ] as const) {
    const all = results.filter(change => change.isOne === isOne)
    const wrong = all.filter(({ isRight }) => !isRight).map(({ what }) => what)
    expect(all.length).toBeGreaterThan(70)
    expect(1 - wrong.length / all.length, wrong.join('\n')).toBeGreaterThanOrEqual(bar)
  }
})

test("the store and the page agree on the app's own frames", async () => {
  await using store = await openTestStore()
  const stacks = [
    ...reports.flatMap(report =>
      [report, ...createSameIssueVariants(report), ...createOtherIssueVariants(report)].map(({ stack }) => stack),
    ),
    ...stacksOfCases(),
    ...printedStacks(),
  ]
  await store.insert(stacks.map((stack, index) => rowOf({ type: 'E', message: 'm' }, { type: 'E', stack }, `${index}`)))
  const rows = await store.querySql<{ name: string; frames: [number, string, string, string, string][] }>(
    `SELECT Attributes['case'] AS name, ${ownFramesExpression()} AS frames FROM exceptions`,
  )
  const inStore = new Map(rows.map(({ name, frames }) => [name, frames]))
  const different = stacks.flatMap((stack, index) => {
    const frames = inStore.get(`${index}`) ?? []
    const stored = frames.filter(([section]) => section === frames[0]?.[0]).map(([, , , file]) => plainFile(file))
    const shown = ownFilesOf(stack)
    return JSON.stringify(stored) === JSON.stringify(shown) ? [] : [{ stack, stored, shown }]
  })
  expect(different).toEqual([])
})

test('the page lists functions and files of frames that it shows as in-app, and no others', async () => {
  await using store = await openTestStore()
  const stacks = reports.flatMap(report =>
    [report, ...createSameIssueVariants(report), ...createOtherIssueVariants(report)].map(({ stack }) => stack),
  )
  await store.insert(stacks.map((stack, nth) => rowOf({ type: 'E', message: 'm' }, { type: 'E', stack }, `${nth}`)))
  const rows = await store.querySql<{ name: string; listed: string[] }>(
    `SELECT Attributes['case'] AS name, arrayConcat(Grouping.functions, Grouping.causes) AS listed FROM exceptions`,
  )
  expect(rows.filter(({ listed }) => listed.length > 0).length).toBeGreaterThan(stacks.length / 2)
  const unfounded = rows.flatMap(({ name, listed }) => {
    const stack = stacks[Number(name)] ?? ''
    const frames = ownFramesOf(stack)
    return listed
      .filter(one => !frames.some(frame => wordsOf(one).every(word => frame.includes(word))))
      .map(one => ({ one, stack }))
  })
  expect(unfounded).toEqual([])
})

/** All in-app frames as text. */
const ownFramesOf = (stack: string) =>
  parseStack(stack).sections.flatMap(({ frames }) =>
    frames
      .filter(({ library }) => !library)
      .map(({ raw, module, function: name, file }) => [raw, module, name, file].join(' ').replaceAll(/[<>]/g, '')),
  )

const wordsOf = (text: string) => text.match(/[\w$]+/g) ?? []

/** Files of the in-app frames in the first section that has any. */
function ownFilesOf(stack: string): string[] {
  const sections = parseStack(stack).sections.filter(({ relation }) => relation === 'thrown' || relation === 'cause')
  const first = sections.find(({ frames }) => frames.some(({ library }) => !library))
  return (first?.frames ?? []).filter(({ library }) => !library).map(({ file = '' }) => plainFile(file))
}

/** Java writes "Unknown Source" instead of a file; Elixir writes the app before the file. */
const plainFile = (file: string) =>
  file
    .replace(/^(?:Unknown Source|Native Method|<generated>)$/, '')
    .replace(/^\([^)]*\) (?=.*\.(?:exs?|erl|[hl]?eex)$)/, '')

/** Stacks that name frames; other text has none to compare. */
function stacksOfCases(): string[] {
  const stacks = z.array(z.object({ exceptions: z.array(z.object({ stack: z.array(z.string()).optional() })) }))
  return globSync('*.json', { cwd: folder })
    .sort()
    .flatMap(file => stacks.parse(JSON.parse(read(file))))
    .flatMap(({ exceptions }) => exceptions.map(({ stack = [] }) => stack.join('\n')))
    .filter(stack => parseStack(stack).language !== undefined)
}

function printedStacks(): string[] {
  const printed = join(import.meta.dirname, '../../../otel/lib/stacks/cases')
  return globSync('*.txt', { cwd: printed })
    .sort()
    .filter(file => !file.startsWith('react-component'))
    .map(file => readFileSync(join(printed, file), 'utf8').split('\n=====\n')[0] ?? '')
}

const rowOf = (
  report: Pick<ReportedException, 'type' | 'message'> | undefined,
  { type, stack }: Pick<ExceptionVariant, 'type' | 'stack'>,
  name: string,
) =>
  exceptionRow({
    at: 60_000,
    service: 'shop',
    type,
    message: report?.message ?? '',
    stacktrace: stack,
    attributes: { case: name },
  })

async function issuesByName(store: TestStore): Promise<Map<string, string>> {
  const rows = await store.querySql<{ name: string; issue: string }>(
    `SELECT Attributes['case'] AS name, Issue::String AS issue FROM exceptions FINAL`,
  )
  return new Map(rows.map(({ name, issue }) => [name, issue]))
}
