import { expect, test } from 'vitest'
import { listTopFrames } from './list-top-frames.ts'

const stacktrace = `TypeError: no
    at price (/app/node_modules/pricing/index.js:3:1)
    at total (/app/cart.ts:22:5)
    at total (/app/cart.ts:22:5)
    at checkout (/app/checkout.ts:9:1)
    at page (/app/page.ts:1:1)
    at server (/app/server.ts:1:1)`
const python = `Traceback (most recent call last):
  File "/app/api.py", line 5, in answer
    read()
TimeoutError: no answer`
const frames = (stack: string, as: 'event' | 'log' = 'event', maxChars = 2_000) => {
  const attributes = { 'exception.stacktrace': stack }
  return listTopFrames({
    exceptions: [{ id: 'one', atNs: 5n, spanId: 's' }],
    spans: [{ spanId: 's', events: as === 'event' ? [{ atNs: 5n, name: 'exception', attributes }] : [] }],
    logs: as === 'log' ? [{ spanId: 's', atNs: 5n, attributes }] : [],
    maxChars,
  })
}

test.each(['event', 'log'] as const)('an exception has its first frames in the app, of its %s', as => {
  expect(frames(stacktrace, as)).toEqual(
    new Map([['one', ['total /app/cart.ts:22:5', 'checkout /app/checkout.ts:9:1', 'page /app/page.ts:1:1']]]),
  )
})

test('without a frame in the app it has its first frames', () => {
  const only = stacktrace.split('\n').slice(0, 2).join('\n')
  expect(frames(only).get('one')).toEqual(['price /app/node_modules/pricing/index.js:3:1'])
})

test('a stack that ends with the frame that threw has none once it was cut', () => {
  expect(frames(python).get('one')).toEqual(['answer /app/api.py:5'])
  expect(frames(python, 'event', python.length)).toEqual(new Map())
})

test('what is no stack has no frames', () => {
  expect(frames('no stack').size).toBe(0)
  expect(frames('').size).toBe(0)
})
