import { expect, test } from 'vitest'
import type { Span } from '../../store/traces/list-spans.ts'
import { describeAnswers } from './describe-answers.server.ts'

const span = (service: string, httpStatus: number, of: Partial<Span> = {}): Span => ({
  traceState: '',
  ...{ spanId: service, parentSpanId: '', service, name: '', kind: 'Server', status: 'Unset', statusMessage: '' },
  ...{ startNs: 0n, durationNs: 0n, attributes: {}, resource: {}, scopeName: '', scopeVersion: '', operation: '' },
  route: '',
  ...{ events: [], links: [], isCut: false, hiddenBelow: 0, sessionId: '', isLocalRoot: true, httpStatus },
  ...{ failed: false, answer: httpStatus, isBrowser: service.endsWith('-browser') },
  ...of,
})
const failed = { failed: true }
const page = span('shop-browser', 200)
const answersOf = (root: Span, ...others: readonly Span[]) => describeAnswers({ root, spans: [root, ...others] })

test('the service that failed first, and what the visitor got', () => {
  expect(answersOf(page, span('shop', 500, failed), span('checkout', 402, failed))).toBe(
    'checkout answered 402, page showed 200',
  )
  expect(answersOf(span('shop', 502, failed), span('checkout', 503, failed))).toBe(
    'checkout answered 503, shop answered 502',
  )
  expect(answersOf(span('worker', 0), span('checkout', 503, failed))).toBe('checkout answered 503')
})

test('nothing where no service below the root answered with a failure', () => {
  expect(answersOf(span('shop', 500, failed))).toBe('')
  expect(answersOf(page, span('shop', 404), span('shop', 500, { ...failed, isLocalRoot: false }))).toBe('')
})
