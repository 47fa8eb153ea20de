import { expect, test } from 'vitest'
import { limitBodies } from './limit-body.ts'

const echo = limitBodies(async request => new Response(await request.text()))
function post(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', body, headers, duplex: 'half' }
  return echo(new Request('http://desk/issues', init), undefined)
}

/** A body in chunks of 64 KiB, without a length. */
function streamOf(pieces: number): { readonly body: ReadableStream<Uint8Array>; readonly read: () => number } {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pulled++ === pieces) controller.close()
      else controller.enqueue(new Uint8Array(65_536).fill(97))
    },
  })
  return { body, read: () => pulled }
}

test('a form of up to 256 KiB reaches its action unchanged', async () => {
  const form = new FormData()
  form.set('note', 'x'.repeat(4_000))
  const handle = limitBodies(async request => Response.json([...(await request.formData())]))
  const answer = await handle(new Request('http://desk/issues', { method: 'POST', body: form }), undefined)
  expect(await answer.json()).toEqual([['note', 'x'.repeat(4_000)]])
  const most = await post(streamOf(4).body)
  expect([most.status, (await most.text()).length]).toEqual([200, 262_144])
})

test('a larger Content-Length is answered with 413', async () => {
  const { body, read } = streamOf(0)
  expect((await post(body, { 'content-length': '262145' })).status).toBe(413)
  expect(read()).toBeLessThanOrEqual(1)
})

test('a larger body without a length is answered with 413 after 256 KiB, and the rest is not read', async () => {
  const { body, read } = streamOf(10_000)
  const answer = await post(body)
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close'])
  expect(read()).toBeLessThan(8)
})

test('a request without a body is passed on', async () => {
  const request = new Request('http://desk/issues')
  const seen: Request[] = []
  await limitBodies(async each => {
    seen.push(each)
    return new Response()
  })(request, undefined)
  expect(seen).toEqual([request])
})
