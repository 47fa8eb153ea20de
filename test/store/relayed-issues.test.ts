import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundRecords } from '../../otel/lib/server/relay/bound-records.ts'
import { runs } from '../property-runs.ts'
import { readReports } from './grouping-variants.ts'
import { exceptionRow, openTestStore, type TestStore } from './open-test-store.ts'

/**
 * The relay limits the new issues of a client by names of its own, since it does not know the store's grouping rule. It holds only if its
 * names are at least as fine: what the store parts into two issues must be two names.
 */

interface Thrown {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly causes: string
}

const reports = globSync('reports/*.txt', { cwd: join(import.meta.dirname, '../../store/schema/grouping/cases') })
  .sort()
  .flatMap(file =>
    readReports(readFileSync(join(import.meta.dirname, '../../store/schema/grouping/cases', file), 'utf8')),
  )
  .map(({ type, message, stack }): Thrown => ({ type, message, stack, causes: '' }))

const number = fc.constantFrom(
  '0',
  '1',
  '2',
  '9',
  '10',
  '42',
  '99',
  '007',
  '418',
  '4711',
  '2024',
  '12345678',
  '1732795200000',
)
const word = fc.oneof(
  number,
  number.map(digits => `pay${digits}`),
  number.map(digits => `${digits}x`),
  number.map(digits => `0x${digits}abzz`),
  fc.constantFrom(
    'Jan',
    'Dec 5,',
    'no',
    'order',
    'null',
    'is not a function',
    'deadbeef',
    'at',
    'é',
    '',
    'Caused by:',
    'from',
  ),
  fc.constantFrom(
    "'",
    '"',
    '`',
    '-',
    '.',
    ',',
    ':',
    '/',
    '@',
    '#',
    '(',
    ')',
    '\n',
    'https://shop.example/a',
    '?q=',
    '.js',
    ':1:2',
  ),
)
const sentence = fc.array(fc.oneof(number, fc.constantFrom('no', 'order', 'Jan', 'is not a function', 'é,')), {
  maxLength: 6,
})
const text = fc.array(word, { maxLength: 7 }).chain(words => fc.constantFrom(' ', ' ', '').map(gap => words.join(gap)))
const frame = fc
  .record({
    name: text,
    file: fc.constantFrom('/srv/a1.js', '/srv/b2.js', 'https://shop.example/assets/c3.js', 'a.py'),
    at: number,
  })
  .chain(({ name, file, at }) =>
    fc.constantFrom(
      `    at ${name} (${file}:${at}:${at})`,
      `${name}@${file}:${at}:${at}`,
      `  File "${file}", line ${at}, in ${name}`,
      `#${at} ${file}(${at}): ${name}()`,
      `Caused by: ${name}`,
    ),
  )
const made = fc
  .record({
    type: fc.oneof(fc.constantFrom('Error', 'TypeError', 'shop.Failure2', ''), text),
    message: text,
    frames: fc.array(frame, { maxLength: 3 }),
    cause: fc.oneof(fc.constant(''), text),
    head: fc.constantFrom('whole', 'whole', 'message', 'none'),
  })
  .map(({ type, message, frames, cause, head }): Thrown => {
    const first = { whole: [`${type}: ${message}`], message: [message], none: [] }[head]
    const causes = cause === '' ? '' : JSON.stringify([{ type: cause, message: '' }])
    return { type, message, stack: [...first, ...frames].join('\n'), causes }
  })

/** The same with some of its numbers changed: a number everywhere or in one place, or all words that are numbers, as a counter would. */
const renumbered = (thrown: Thrown) =>
  fc
    .tuple(number, number, fc.constantFrom('counter', 'everywhere', 'type', 'message', 'stack', 'causes'))
    .map(([from, to, where]): Thrown => {
      const change = (field: keyof Thrown) => {
        if (where === 'counter') return thrown[field].replaceAll(/\b\d+\b/g, of => to.repeat(20).slice(0, of.length))
        return where === 'everywhere' || where === field ? thrown[field].replaceAll(from, to) : thrown[field]
      }
      return { type: change('type'), message: change('message'), stack: change('stack'), causes: change('causes') }
    })
const counting = fc.record({
  type: fc.constantFrom('Error', 'at', 'E2'),
  message: sentence.map(words => words.join(' ')),
  frames: fc.array(frame, { maxLength: 2 }),
})
const counted = counting.map(
  ({ type, message, frames }): Thrown => ({
    type,
    message,
    stack: [`${type}: ${message}`, ...frames].join('\n'),
    causes: '',
  }),
)
const family = fc
  .oneof(made, counted, fc.constantFrom(...reports))
  .chain(base => fc.tuple(fc.constant(base), ...Array.from({ length: 5 }, () => renumbered(base))))

test('two exceptions of two issues are two names for the relay', async () => {
  await using store = await openTestStore()
  let folded = 0
  await fc.assert(
    fc.asyncProperty(fc.array(family, { minLength: 60, maxLength: 60 }), async families => {
      const all = families.flat()
      const issues = await issuesOf(store, all)
      const byName = Map.groupBy(
        all.map((thrown, i) => ({ thrown, issue: issues[i] })),
        ({ thrown }) => nameAtRelay(thrown),
      )
      for (const same of byName.values()) {
        if (new Set(same.map(({ thrown }) => JSON.stringify(thrown))).size > 1) folded++
        const [first] = same
        const other = same.find(({ issue }) => issue !== first?.issue) ?? first
        expect(other).toEqual(first?.issue === other?.issue ? other : first)
      }
    }),
    { ...runs(4), endOnFailure: true },
  )
  expect(folded).toBeGreaterThan(5)
})

/** What the relay counts as one new issue of a client. */
function nameAtRelay({ type, message, stack, causes }: Thrown): string {
  const names: string[] = []
  const bounds = boundRecords({
    client: 'a',
    releases: new Set(),
    mayUse: (_, kind, name) => {
      if (kind === 'issue') names.push(name)
      return true
    },
  })
  bounds.textsOf([
    { key: 'exception.type', text: type },
    { key: 'exception.message', text: message },
    { key: 'exception.stacktrace', text: stack },
    { key: 'errata.exception.causes', text: causes },
  ])
  return names.join()
}

/** The real engine's, by its real rule, in the order of the given ones. */
async function issuesOf(store: TestStore, all: readonly Thrown[]): Promise<(string | undefined)[]> {
  const run = crypto.randomUUID()
  await store.insert(
    all.map(({ type, message, stack, causes }, i) =>
      exceptionRow({
        service: 'shop-browser',
        type,
        message,
        stacktrace: stack,
        attributes: { 'errata.exception.causes': causes, 'session.id': `${run} ${i}` },
      }),
    ),
  )
  const rows = await store.querySql<{ position: string; issue: string }>(
    `SELECT splitByChar(' ', SessionId)[2] AS position, any(Issue) AS issue FROM exceptions WHERE startsWith(SessionId, '${run}') GROUP BY position`,
  )
  const byPosition = new Map(rows.map(({ position, issue }) => [Number(position), issue]))
  return all.map((_, i) => byPosition.get(i))
}
