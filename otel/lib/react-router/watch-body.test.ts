import { expect, test } from 'vitest'
import { watchBody } from './watch-body.ts'

/** A response whose body fails after its first part, or ends there. */
function respond(failure?: unknown) {
  const seen: unknown[] = []
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('one'))
    },
    pull(controller) {
      if (failure === undefined) controller.close()
      else controller.error(failure)
    },
  })
  const response = new Response(body)
  watchBody(response, reason => seen.push(reason))
  return { response, seen }
}

async function readAll(response: Response): Promise<void> {
  const reader = response.body?.getReader()
  while (reader && !(await reader.read()).done);
}

test('a body that fails is told once, and its reader gets the failure too', async () => {
  const failure = new Error('the source went away')
  const { response, seen } = respond(failure)

  await expect(readAll(response)).rejects.toBe(failure)
  expect(seen).toEqual([failure])
})

test('a body that ends is read as it is', async () => {
  const { response, seen } = respond()

  await readAll(response)
  expect(seen).toEqual([])
})

test('a reader that leaves early, and a response without a body, fail nothing', async () => {
  const { response, seen } = respond(new Error('not read'))
  await response.body?.cancel()
  watchBody(new Response(null), reason => seen.push(reason))

  expect(seen).toEqual([])
})
