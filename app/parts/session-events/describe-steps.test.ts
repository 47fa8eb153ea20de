import { expect, test } from 'vitest'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { aroundLastFailure, describeSteps } from './describe-steps.ts'

const step = (of: Partial<SessionEvent>): SessionEvent => ({
  id: '0123456789abcdef',
  atNs: 0n,
  kind: 'span',
  service: 'web',
  route: '/cart',
  name: 'GET',
  traceId: '',
  spanId: '',
  durationNs: 0n,
  isRoot: false,
  failed: false,
  attributes: {},
  ...of,
})
const request = (url: string) => step({ attributes: { 'url.full': url } })
const urlsOf = (...urls: string[]) =>
  describeSteps(urls.map(request), 0n).rows.map(({ attributes }) => attributes['url.full'])

test.each([
  ['of one host', ['https://shop.example/cart?a=1', 'https://shop.example'], ['/cart?a=1', '/']],
  ['of two hosts', ['https://shop.example/cart', 'https://pay.example/'], undefined],
  ['of two ports', ['http://shop.example:81/', 'http://shop.example/'], undefined],
  ['that are none', ['cart', 'data:text/plain,x'], undefined],
])('requests %s keep what tells them apart', (_, urls, shown) => {
  expect(urlsOf(...urls)).toEqual(shown ?? urls)
})

test('times are those since the start of the session, to a hundredth of a second', () => {
  const steps = [900, 903, 912].map(ms => step({ atNs: BigInt(ms) * 1_000_000n }))
  expect(describeSteps(steps, 0n).rows.map(({ elapsed }) => elapsed)).toEqual(['0.90 s', '0.90 s', '0.91 s'])
})

const at = (ms: number, of: Partial<SessionEvent> = {}) => step({ atNs: BigInt(ms) * 1_000_000n, ...of })
const page = (ms: number, durationMs = 0) =>
  at(ms, { isRoot: true, name: 'navigation /', durationNs: BigInt(durationMs) * 1_000_000n })

test('a page says how long after the end of the previous page it began, from a second, whatever else happened between them', () => {
  const events = [at(0), page(500, 400), at(4_000), page(7_400), page(7_500), at(20_000)]
  expect(describeSteps(events, 0n).rows.map(({ wait }) => wait)).toEqual([
    ...['', '', ''],
    '6.50 s after the previous page',
    ...['', ''],
  ])
})

test('around the last failure are its page, what came right before, and the next page, with the same times as among all', () => {
  const failed = (ms: number) => at(ms, { kind: 'exception', failed: true, attributes: { message: 'no price' } })
  const events = [
    page(0),
    failed(900),
    page(2_000),
    at(3_000),
    at(3_900),
    failed(4_000),
    at(5_000),
    page(9_000),
    page(9_100),
  ]
  const { rows } = describeSteps(events, 0n)
  const left = { firstNs: 0n, leftNs: 20_000_000_000n }
  const around = aroundLastFailure(rows, left)
  expect(around.map(({ elapsed, wait }) => `${elapsed} ${wait}`)).toEqual([
    '2.00 s 2.00 s after the previous page',
    '3.90 s ',
    '4.00 s ',
    '9.00 s 7.00 s after the previous page',
  ])
  expect(around.every(row => rows.includes(row))).toBe(true)
  expect(aroundLastFailure(describeSteps([page(0), at(5)], 0n).rows, left)).toEqual([])
  expect(aroundLastFailure(describeSteps([failed(5)], 0n).rows, { ...left, leftNs: undefined })).toHaveLength(1)
})

test('after a failure without a next page stands when the visitor left, which leads nowhere', () => {
  const thrown = at(700, { kind: 'exception', failed: true, traceId: 'a', spanId: 'b' })
  const { rows } = describeSteps([page(0), at(600), thrown, at(5_000)], 0n)
  const around = aroundLastFailure(rows, { firstNs: 0n, leftNs: 5_600_000_000n })
  expect(around.map(({ elapsed }) => elapsed)).toEqual(['0.00 s', '0.60 s', '0.70 s', '5.60 s'])
  const left = { title: 'Left 4.90 s later', traceId: '', failed: false, services: [] }
  expect(around.at(-1)).toMatchObject(left)
})

test('an exception says what became of its issue', () => {
  const outlook = { text: 'not seen in 2.4.2', isOver: true }
  const thrown = (issue: string) => at(1, { kind: 'exception', attributes: { issue } })
  const { rows } = describeSteps([thrown('a'), thrown('b')], 0n, new Map([['a', outlook]]))
  expect(rows.map(({ state }) => state)).toEqual([outlook, undefined])
})

const load = step({ isRoot: true, name: 'pageload /cart' })

test.each([
  ['each page names it', [load, step({}), step({ isRoot: true, name: 'navigation /', route: '/' })], true],
  ['a page does not', [load, step({ isRoot: true, name: 'navigation' })], false],
  ['the page of the first event is not listed', [step({}), load], false],
])('routes need no column only if they are named: %s', (_, steps, expected) => {
  expect(describeSteps(steps, 0n).namesRoutes).toBe(expected)
})
