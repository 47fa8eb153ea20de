import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { describeEvent } from './describe-event.ts'

const step = (of: Partial<SessionEvent>): SessionEvent => ({
  id: '0123456789abcdef',
  atNs: 0n,
  kind: 'log',
  service: 'web',
  route: '/',
  name: '',
  traceId: '',
  spanId: '',
  durationNs: 0n,
  isRoot: false,
  failed: false,
  attributes: {},
  ...of,
})

const vital = (name: string, value: string, rating: string) =>
  step({
    name: 'browser.web_vital',
    attributes: {
      'browser.web_vital.name': name,
      'browser.web_vital.value': value,
      'browser.web_vital.rating': rating,
    },
  })
const actions = JSON.stringify([
  { type: 'input', target: 'input#amount', secondsBefore: 9 },
  { type: 'click', target: 'button.pay', secondsBefore: 0.4 },
])

test.each<[what: string, SessionEvent, title: string, detail?: string | undefined, mark?: string]>([
  ['a page load', step({ kind: 'span', isRoot: true, name: 'pageload /cart' }), 'pageload /cart'],
  [
    'a request that was answered',
    step({ kind: 'span', name: 'GET /pay', attributes: { 'http.response.status_code': '404' } }),
    'GET /pay',
    '404',
  ],
  [
    'a request that failed',
    step({
      kind: 'span',
      name: 'POST',
      failed: true,
      attributes: {
        'http.request.method': 'POST',
        'url.full': 'https://api.example/pay',
        'http.response.status_code': '502',
      },
    }),
    'POST api.example/pay',
    undefined,
    'failed 502',
  ],
  [
    'a page that was left',
    step({ kind: 'span', isRoot: true, name: 'navigation /', attributes: { 'errata.incomplete': 'true' } }),
    'navigation /',
    'incomplete',
  ],
  [
    'an exception',
    step({ kind: 'exception', name: 'TypeError', failed: true, attributes: { message: 'no price' } }),
    'TypeError: no price',
    undefined,
    'exception',
  ],
  [
    'one without words',
    step({ kind: 'exception', name: 'TypeError', failed: true }),
    'TypeError',
    undefined,
    'exception',
  ],
  ['one that was handled', step({ kind: 'exception', attributes: { message: 'late' } }), 'late', undefined, 'handled'],
  [
    'one after an action',
    step({ kind: 'exception', failed: true, attributes: { message: 'no price', 'errata.user_actions': actions } }),
    'no price',
    '0.4 s after click on button.pay',
    'exception',
  ],
  [
    'a rage click',
    step({
      name: 'browser.user_action.click',
      attributes: { 'errata.click.kind': 'rage', 'errata.click.target': 'button.pay' },
    }),
    'Click on button.pay',
    undefined,
    'rage click',
  ],
  [
    'a hidden page',
    step({ name: 'errata.page.visibility', attributes: { 'errata.page.visibility': 'hidden' } }),
    'Page hidden',
  ],
  [
    'what was lost',
    step({
      name: 'errata.telemetry.dropped',
      attributes: { 'errata.telemetry.count': '3', 'errata.telemetry.reason': 'queue_full' },
    }),
    '3 records lost by the browser',
    'queue full',
    'lost',
  ],
  ['a line', step({ name: '', attributes: { body: 'cart restored' } }), 'cart restored'],
  ['another event', step({ name: 'app.checkout.begun' }), 'app.checkout.begun'],
])('%s is told in words', (_, of, title, detail, mark) => {
  const attributes = describeEvent(of)
  expect([attributes.title, attributes.detail, attributes.mark?.label]).toEqual([title, detail, mark])
})

test.each([
  ['a vital', vital('lcp', '2610.4', 'needs-improvement'), { label: 'LCP 2.61 s needs improvement', kind: 'warn' }],
  ['a shift', vital('cls', '0.0312', 'good'), { label: 'CLS 0.031', kind: '' }],
])('%s is told with its rating, if that is not good', (_, of, fact) => {
  expect(describeEvent(of)).toEqual({ title: 'Web vitals', facts: [fact] })
})

test('whatever a sender wrote, there are words and no throw', () => {
  const names = [
    'browser.web_vital',
    'browser.user_action.click',
    'errata.telemetry.dropped',
    'errata.long_animation_frame',
    'x',
  ]
  const keys = [
    'browser.web_vital.name',
    'browser.web_vital.value',
    'errata.telemetry.count',
    'errata.user_actions',
    'message',
    'errata.long_animation_frame.duration',
  ]
  const value = fc.oneof(fc.string(), fc.json(), fc.constantFrom('NaN', '1e999', '-1', '[null]', '[{"type":1}]'))
  const anyStep = fc.record({
    kind: fc.constantFrom('span' as const, 'log' as const, 'exception' as const),
    name: fc.oneof(fc.constantFrom(...names), fc.string()),
    attributes: fc.dictionary(fc.constantFrom(...keys), value),
  })
  fc.assert(
    fc.property(anyStep, of => {
      expect(describeEvent(step(of)).title).not.toBe('')
    }),
  )
})
