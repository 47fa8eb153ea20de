import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { poll } from '../test/poll.ts'
import { openTestStore } from '../test/store/open-test-store.ts'
import { listStatements } from './issue-events/list-statements.ts'
import { shareAnswers } from './share-answers.ts'
import type { Question, Store } from './store.ts'

const row = z.object({ n: z.string() })
const of = (n: bigint): Question<{ n: string }> => ({
  name: 'n',
  sql: 'SELECT toString({n:Int64}) AS n',
  params: { n },
  decode: row.parse,
})

async function openShared(sharing: Parameters<typeof shareAnswers>[1]) {
  const store = await openTestStore()
  const asked: string[] = []
  const counted: Store = {
    ...store,
    ask: (question, signal) => {
      asked.push(question.name)
      return store.ask(question, signal)
    },
  }
  return {
    store: shareAnswers(counted, sharing),
    asked,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

test('what is under way is not asked again, and every asker has its answer', async () => {
  await using shared = await openShared({ keptMs: 0 })
  const { store, asked } = shared
  const { signal } = new AbortController()
  const answers = await Promise.all([store.ask(of(1n), signal), store.ask(of(2n), signal), store.ask(of(1n))])
  expect(answers).toEqual([[{ n: '1' }], [{ n: '2' }], [{ n: '1' }]])
  await Promise.all([listStatements(store, {}), listStatements(store, {})])
  expect(asked).toEqual(['n', 'n', 'list-statements'])
})

test('where nothing is kept, whoever asks later hears what holds then', async () => {
  await using shared = await openShared({ keptMs: 0 })
  const { store, asked } = shared
  await store.ask(of(1n))
  await store.ask(of(1n))
  expect(asked).toHaveLength(2)
})

test('an answer serves until it is old, and the like of another question or another reading never', async () => {
  await using shared = await openShared({ keptMs: 60_000 })
  const { store, asked } = shared
  await store.ask(of(1n))
  expect(await store.ask(of(1n))).toEqual([{ n: '1' }])
  expect(asked).toHaveLength(1)
  expect(await store.ask({ ...of(1n), decode: () => 'read otherwise' })).toEqual(['read otherwise'])
  expect(await store.ask(of(2n))).toEqual([{ n: '2' }])
  expect(asked).toHaveLength(3)
  await using brief = await openShared({ keptMs: 1 })
  await poll(
    () => brief.store.ask(of(1n)),
    () => brief.asked.length > 1,
  )
})

test('what was asked before something was told serves nobody afterwards, under way or answered', async () => {
  await using shared = await openShared({ keptMs: 60_000 })
  const { store, asked } = shared
  await store.ask(of(1n))
  const underWay = store.ask(of(2n))
  await store.tell({ name: 'state', table: 'issue_statements', columns: ['Issue'], rows: [{ Issue: 'a' }] })
  await Promise.all([store.ask(of(1n)), store.ask(of(2n))])
  expect(await underWay).toEqual([{ n: '2' }])
  expect(asked).toHaveLength(4)
})

test('a question that fails fails for all that wait for it, and can be asked again', async () => {
  await using shared = await openShared({ keptMs: 60_000 })
  const { store, asked } = shared
  const wrong = { ...of(1n), sql: 'SELECT throwIf({n:Int64} = 1)' }
  const both = await Promise.allSettled([store.ask(wrong), store.ask(wrong)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(store.ask(wrong)).rejects.toThrow()
  expect(asked).toHaveLength(2)
})

test('more answers than are kept are forgotten from the oldest on', async () => {
  await using opened = await openTestStore()
  let asked = 0
  const counted: Store = { ...opened, ask: async ({ params }) => [{ n: `${params['n']}${asked++ && ''}` }] as never[] }
  const store = shareAnswers(counted, { keptMs: 60_000 })
  for (let n = 0n; n < 600n; n++) await store.ask(of(n))
  await store.ask(of(599n))
  expect(asked).toBe(600)
  await store.ask(of(0n))
  expect(asked).toBe(601)
})

const step = fc.oneof(
  fc.record({ does: fc.constant('ask' as const), n: fc.bigInt(0n, 2n) }),
  fc.record({ does: fc.constantFrom('leave' as const, 'answer' as const, 'fail' as const), which: fc.nat(9) }),
)

test('in any order of asking, leaving, answering and failing: who stays hears the answer, and no question runs for nobody', async () => {
  await using opened = await openTestStore()
  const sequences = fc.asyncProperty(
    fc.array(step, { maxLength: 24 }),
    fc.constantFrom(0, 60_000),
    async (steps, keptMs) => {
      const running: { n: bigint; end: PromiseWithResolvers<unknown[]>; signal: AbortSignal; over: boolean }[] = []
      const store = shareAnswers(
        {
          ...opened,
          ask(question, signal) {
            const end = Promise.withResolvers<unknown[]>()
            const one = { n: question.params['n'] as bigint, end, signal: signal as AbortSignal, over: false }
            running.push(one)
            one.signal.addEventListener('abort', () => {
              one.over = true
              end.reject(one.signal.reason)
            })
            return end.promise as Promise<never[]>
          },
        },
        { keptMs },
      )
      const askers: { n: bigint; heard: Promise<string>; leaving: AbortController; over: boolean }[] = []
      const settle = () => new Promise(setImmediate)
      for (const one of steps) {
        if (one.does === 'ask') {
          const leaving = new AbortController()
          const asker = { n: one.n, leaving, over: false, heard: Promise.resolve('') }
          asker.heard = store.ask(of(one.n), leaving.signal).then(
            ([answer]) => `${answer?.n}`,
            (error: Error) => error.message,
          )
          void asker.heard.then(() => {
            asker.over = true
          })
          askers.push(asker)
        } else if (one.does === 'leave') {
          askers[one.which]?.leaving.abort(new Error('left'))
        } else {
          const asked = running[one.which]
          if (asked === undefined || asked.over) continue
          asked.over = true
          if (one.does === 'answer') asked.end.resolve([{ n: `${asked.n}` }])
          else asked.end.reject(new Error('failed'))
        }
        await settle()
        const waitedFor = new Set(askers.filter(({ over }) => !over).map(({ n }) => n))
        const underWay = running.filter(({ over }) => !over).map(({ n }) => n)
        expect(new Set(underWay)).toEqual(waitedFor)
        expect(underWay).toHaveLength(waitedFor.size)
      }
      for (const asked of running) if (!asked.over) asked.end.resolve([{ n: `${asked.n}` }])
      for (const { n, heard, leaving } of askers) {
        const words = leaving.signal.aborted ? [`${n}`, 'left', 'failed'] : [`${n}`, 'failed']
        expect(words).toContain(await heard)
      }
    },
  )
  await fc.assert(sequences)
})
