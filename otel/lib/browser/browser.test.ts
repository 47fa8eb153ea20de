import { NavigationType } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBrowser } from './browser.ts'

/** As much of a page as is there before the agent is loaded, which never happens here. */
function openPage() {
  const fetched: unknown[] = []
  const page = {
    fetch: async (...args: unknown[]) => {
      fetched.push(args)
      return new Response('ok')
    },
    addEventListener: vi.fn(),
    requestIdleCallback: vi.fn(),
    reportError: vi.fn(),
  }
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { querySelector: () => null, baseURI: 'http://shop.test/' })
  vi.stubGlobal('location', { origin: 'http://shop.test' })
  return { page, fetched }
}

beforeEach(() => {
  vi.stubGlobal('window', undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a second start changes nothing and gives the hooks of the first', async () => {
  const { page, fetched } = openPage()
  const first = startBrowser()
  const wrapped = page.fetch
  const second = startBrowser({ sampleRatio: 0 })
  await page.fetch('/api')

  expect(second).toBe(first)
  expect(page.fetch).toBe(wrapped)
  expect([fetched.length, page.addEventListener.mock.calls.length, page.requestIdleCallback.mock.calls.length]).toEqual(
    [1, 4, 1],
  )
})

test('a page that is left early applies the options of a second call', async () => {
  const { page, fetched } = openPage()
  startBrowser().onError(new Error('with an address'))
  startBrowser({ beforeSend: () => false })
  for (const [type, listener] of page.addEventListener.mock.calls) if (type === 'pagehide') listener()

  expect(fetched).toEqual([])
})

test('where telemetry cannot start, the app gets hooks that do nothing', async () => {
  vi.stubGlobal('fetch', async () => new Response('ok'))
  const { onError, rootOptions, instrumentations, fetch } = startBrowser()
  onError(new Error('x'))
  const context = { type: 'navigation', fetcherKey: null, navigationType: NavigationType.Push } as const
  const response = await fetch(new Request('http://shop.test/'), context)

  expect([rootOptions, instrumentations, await response.text()]).toEqual([{}, [], 'ok'])
})
