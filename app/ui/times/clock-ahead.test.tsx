import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ClockAhead } from './clock-ahead.tsx'

const render = (atNs: bigint, original?: string) =>
  renderToStaticMarkup(<ClockAhead atNs={atNs} record={{ originalTime: original }} />)

test('what was dated ahead is marked, with a space on both sides and the time that its sender wrote', () => {
  const received = 1_767_225_600_000_000_000n
  expect(render(received, String(received + 2_400_000_000_000n))).toBe(
    ' <span class="mark warn" title="Sent as 2026-01-01 00:40:00.000 UTC">clock ahead</span> ',
  )
})

test.each(['errata.clock.original', 'errata.clock.browser'])('where the attributes are at hand, %s is read', name => {
  const attributes = { [name]: '1767225600000000000' }
  const html = renderToStaticMarkup(<ClockAhead atNs={1_767_222_000_000_000_000n} record={{ attributes }} />)
  expect(html).toContain('Sent as 2026-01-01 00:00:00.000 UTC')
})

test('what was not moved, or moved from the past, is not marked, whatever its attribute holds', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.bigInt({ min: 0n, max: 10n ** 18n }).map(String), fc.constant(undefined)),
      sent => {
        expect(render(10n ** 19n, sent)).toBe('')
      },
    ),
  )
})
