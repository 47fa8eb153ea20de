import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { SiteHeader } from './site-header.tsx'

const choices = {
  nowMs: 0,
  services: ['errata-desk', 'shop'],
  ownServices: ['errata-desk'],
  environments: [],
  releases: [],
}

const HEALTHY = { level: 'good', status: 'Ingest healthy', details: 'as of a minute ago' } as const
const Header = () => <SiteHeader theme="system" choices={choices} ingest={HEALTHY} />

function render(address: string, pageData: unknown = undefined): string {
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: Header, loader: () => pageData }])
  return renderToStaticMarkup(
    <Stub initialEntries={[address]} hydrationData={{ loaderData: { page: pageData ?? null } }} />,
  )
}

test('services of Errata are offered only where their telemetry is shown, or one is chosen', () => {
  const offered = (address: string) =>
    [...render(address).matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value).sort()
  expect(offered('/')).toEqual(['shop'])
  expect(offered('/?own=1')).toEqual(['errata-desk', 'shop'])
  expect(offered('/?service=errata-desk')).toEqual(['errata-desk', 'shop'])
})

test('the menu has pages for work alone: the lab is reached from the status page', () => {
  expect(render('/')).not.toContain('href="/lab')
})

test('on a page that knows how ingestion is the header says the same', () => {
  expect(render('/')).toContain('Ingest healthy: as of a minute ago')
  const late = { level: 'bad', status: 'Ingest late', details: 'Nothing stored for 40 s' }
  const html = render('/', { ingest: late })
  expect(html).toContain('Ingest late: Nothing stored for 40 s')
  expect(html).not.toContain('Ingest healthy')
})

const Counted = () => <SiteHeader theme="system" choices={choices} ingest={undefined} firing={3} />

test('how many alerts fire stands beside their page, as the page of alerts counts them if it is shown', () => {
  const textOf = (data: object | null) => {
    const Stub = createRoutesStub([{ id: 'page', path: '/', Component: Counted, loader: () => data }])
    const html = renderToStaticMarkup(<Stub initialEntries={['/']} hydrationData={{ loaderData: { page: data } }} />)
    return /Alerts.{0,200}? firing/.exec(html.replace(/<[^>]*>/g, ''))?.[0]
  }
  expect([textOf(null), textOf({ firingCount: 2 })]).toEqual(['Alerts 3 firing', 'Alerts 2 firing'])
  expect(textOf({ firingCount: 0 })).toBeUndefined()
})
