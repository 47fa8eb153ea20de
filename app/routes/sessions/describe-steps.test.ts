import { expect, test } from 'vitest'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { describeSteps } from './describe-steps.ts'

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
  describeSteps(urls.map(request), 0n).steps.map(({ attributes }) => attributes['url.full'])

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
  expect(describeSteps(steps, 0n).steps.map(({ elapsed }) => elapsed)).toEqual(['0:00.90', '0:00.90', '0:00.91'])
})

test('a step says how long nothing happened before it, from a second', () => {
  const at = (ms: number, durationMs = 0) =>
    step({ atNs: BigInt(ms) * 1_000_000n, durationNs: BigInt(durationMs) * 1_000_000n })
  const { steps } = describeSteps([at(500), at(900, 1_400), at(950), at(14_300), at(14_400), at(15_399)], 0n)
  expect(steps.map(({ wait }) => wait)).toEqual(['', '', '', '12.0 s later', '', ''])
})

test('where only some steps are shown, a wait is that since the one shown before', () => {
  const at = (ms: number, isRoot: boolean) => step({ atNs: BigInt(ms) * 1_000_000n, isRoot })
  const all = [at(0, true), at(4_000, false), at(6_500, true)]
  const { steps, isShort } = describeSteps(all, 0n, ({ isRoot }) => isRoot)
  expect([steps.map(({ wait }) => wait), isShort]).toEqual([['', '6.50 s later'], true])
  expect(describeSteps(all.slice(1, 2), 0n, ({ isRoot }) => isRoot)).toMatchObject({ steps: [{}], isShort: false })
})

const load = step({ isRoot: true, name: 'pageload /cart' })

test.each([
  ['each page names it', [load, step({}), step({ isRoot: true, name: 'navigation /', route: '/' })], true],
  ['a page does not', [load, step({ isRoot: true, name: 'navigation' })], false],
  ['the page of the first event is not listed', [step({}), load], false],
])('routes need no column only if they are named: %s', (_, steps, expected) => {
  expect(describeSteps(steps, 0n).namesRoutes).toBe(expected)
})
