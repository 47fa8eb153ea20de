import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherLines, guardOutput } from './log-output.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(fail?: (writes: number) => Error | null) {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done(fail?.(written.length) ?? null)
    },
  })
  return { written, stream, output: gatherLines(stream) }
}

test('lines wait at most 50 ms for each other and are written as one', () => {
  const { written, output } = open()
  output.write('one\n')
  vi.advanceTimersByTime(49)
  output.write('two\n')
  expect(written).toEqual([])
  vi.advanceTimersByTime(1)
  expect(written).toEqual(['one\ntwo\n'])
  output.write('three\n')
  vi.advanceTimersByTime(50)
  expect(written).toEqual(['one\ntwo\n', 'three\n'])
})

test('a line that must not wait takes all before it along', () => {
  const { written, output } = open()
  output.write('one\n')
  output.write('two\n')
  output.flush()
  expect(written).toEqual(['one\ntwo\n'])
})

test('many lines do not wait', () => {
  const { written, output } = open()
  output.write(`${'x'.repeat(70_000)}\n`)
  expect(written).toHaveLength(1)
})

test('what waits when the process exits is written', () => {
  const { written, output } = open()
  output.write('last\n')
  process.listeners('exit').at(-1)?.(0)
  expect(written).toEqual(['last\n'])
})

test('writes until the stream breaks, and then nothing, without an uncaught error', async () => {
  const { written, stream, output } = open(writes => (writes === 2 ? new Error('EPIPE') : null))
  for (const line of ['one', 'two']) {
    output.write(line)
    output.flush()
  }
  await new Promise(resolve => stream.once('error', resolve))
  output.write('three')
  output.flush()
  expect(written).toEqual(['one', 'two'])
})

test('an output that throws is reported once, and callers do not fail', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const output = guardOutput({
    write: () => {
      throw new Error('disk is full')
    },
  })
  output.write('one')
  output.write('two')
  output.flush()
  expect(warned.mock.calls).toEqual([['logOutput: Error: disk is full']])
  warned.mockRestore()
})
