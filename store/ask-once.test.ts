import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestStore } from '../test/open-test-store.ts'
import { askOnce } from './ask-once.ts'
import { listStatements } from './issues/list-statements.ts'
import type { Question, Store } from './store.ts'

const row = z.object({ n: z.string() })
const of = (n: bigint): Question<{ n: string }> => ({
  name: 'n',
  sql: 'SELECT toString({n:Int64}) AS n',
  params: { n },
  decode: row.parse,
})

async function openCounted() {
  const store = await openTestStore()
  const asked: string[] = []
  const counted: Store = {
    ...store,
    ask: (question, signal) => {
      asked.push(question.name)
      return store.ask(question, signal)
    },
  }
  return { page: askOnce(counted), asked, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

test('what is under way is not asked again, and every asker has its answer', async () => {
  await using counted = await openCounted()
  const { page, asked } = counted
  const { signal } = new AbortController()
  const answers = await Promise.all([page.ask(of(1n), signal), page.ask(of(2n), signal), page.ask(of(1n), signal)])
  expect(answers).toEqual([[{ n: '1' }], [{ n: '2' }], [{ n: '1' }]])
  await Promise.all([listStatements(page, {}), listStatements(page, {})])
  expect(asked).toEqual(['n', 'n', 'list-statements'])
})

test('an answer is not kept: whoever asks later hears what holds then', async () => {
  await using counted = await openCounted()
  const { page, asked } = counted
  await page.ask(of(1n))
  await page.ask(of(1n))
  expect(asked).toHaveLength(2)
})

test('whoever leaves gives up its own question and nobody else’s', async () => {
  await using counted = await openCounted()
  const { page, asked } = counted
  const leaving = new AbortController()
  const given = page.ask(of(1n), leaving.signal)
  const kept = page.ask(of(1n), new AbortController().signal)
  leaving.abort(new Error('left'))
  await expect(given).rejects.toThrow('left')
  expect(await kept).toEqual([{ n: '1' }])
  expect(asked).toHaveLength(2)
})

test('a question that fails fails for all that wait for it, and can be asked again', async () => {
  await using counted = await openCounted()
  const { page, asked } = counted
  const wrong = { ...of(1n), sql: 'SELECT throwIf({n:Int64} = 1)' }
  const both = await Promise.allSettled([page.ask(wrong), page.ask(wrong)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(page.ask(wrong)).rejects.toThrow()
  expect(asked).toHaveLength(2)
})
