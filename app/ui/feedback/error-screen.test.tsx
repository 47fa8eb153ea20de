import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { RequestedHostContext } from '../document/use-host.ts'
import { ErrorScreen } from './error-screen.tsx'

type Shown = Parameters<typeof ErrorScreen>[0]['error']

const traceId = '0af7651916cd43dd8448eb211c80319c'
const digest = 'k7m2x9qd4r'

function show(error: Shown, hasVisitorPage = false): string {
  const html = renderToStaticMarkup(
    <RequestedHostContext value="shop.example">
      <MemoryRouter initialEntries={['/cart?step=2']}>
        <ErrorScreen error={error} hasVisitorPage={hasVisitorPage} />
      </MemoryRouter>
    </RequestedHostContext>,
  )
  return html.replaceAll('&#x27;', "'")
}

describe('the error screen', () => {
  test('says that a server-side exception occurred, names the host, and points to the server logs', () => {
    const html = show({ side: 'server', status: 500, digest, traceId })
    expect(html).toContain('A server-side exception occurred while loading the site shop.example.')
    expect(html).toContain('See the server logs for the digest below.')
    expect(show({ side: 'server', status: 500 })).toContain('See the server logs for more information.')
    expect(html).not.toContain('console')
  })

  test('shows the digest of a server error, and the trace id only where there is no digest', () => {
    expect(show({ side: 'server', status: 500, digest, traceId })).toContain(
      `<a href="/digest/${digest}"><code>${digest}</code></a>`,
    )
    expect(show({ side: 'server', status: 500, digest, traceId })).not.toContain(traceId)
    expect(show({ side: 'server', status: 500, traceId })).toContain(
      `<a href="/traces/${traceId}"><code>${traceId}</code></a>`,
    )
  })

  test('names the page without its search, and the time', () => {
    const html = show({ side: 'client', status: 500 })
    expect(html).toMatch(/<dt>Page<\/dt><dd[^>]*>\/cart<\/dd>/)
    expect(html).toMatch(/<dt>Time<\/dt><dd>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC<\/dd>/)
  })

  test('leads to what a visitor may know of the digest, where there is one and a setting says so', () => {
    expect(show({ side: 'server', status: 500, digest }, true)).toContain(`href="/e/${digest}"`)
    expect(show({ side: 'server', status: 500, digest })).not.toContain('/e/')
    expect(show({ side: 'server', status: 500, traceId }, true)).not.toContain('/e/')
  })

  test('says that a client-side exception occurred and points to the browser console', () => {
    const html = show({ side: 'client', status: 500, traceId })
    expect(html).toContain('A client-side exception occurred while loading the site shop.example.')
    expect(html).toContain('See the browser console for more information.')
    expect(html).not.toContain('server')
  })

  test('is announced, and offers a reload of the same address and a way back as plain links', () => {
    const html = show({ side: 'server', status: 500, digest })
    expect(html).toMatch(/role="alert"><h1>Application error<\/h1>/)
    expect(html).toContain('href="/cart?step=2">Reload</a>')
    expect(html).toContain('href="/">')
  })

  test('has room for the button that copies, which is not seen while no scripts run', () => {
    const buttons = show({ side: 'server', status: 500, digest }).match(/<button[^>]*>/g)
    expect(buttons).toEqual(['<button type="button" class="copy has-room" disabled="" data-done="no">'])
  })

  test('shows error and stack in development alone', () => {
    const development = { message: 'Error: secret', stack: 'Error: secret\n    at loader (a.ts:1:1)' }
    expect(show({ side: 'server', status: 500, digest, development })).toContain('at loader (a.ts:1:1)')
    expect(show({ side: 'server', status: 500, digest })).not.toContain('development')
  })
})
