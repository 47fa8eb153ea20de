import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { untilBroken } from './log-output.ts'

test('writes lines until the stream breaks, and then none, without an uncaught error', async () => {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done(written.length === 2 ? new Error('EPIPE') : null)
    },
  })
  const output = untilBroken(stream)
  output.write('one')
  output.write('two')
  await new Promise(resolve => stream.once('error', resolve))
  output.write('three')
  expect(written).toEqual(['one', 'two'])
})
