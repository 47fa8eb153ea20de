import type { Page } from 'playwright-core'

/** A path, or a path and links to follow, each the first match of its selector. */
type Way = string | readonly [path: string, ...links: string[]]

/** The digest of the seed's broken cart. */
const ROW = '.row-link'

/** Every page of a seeded app, and how to get there. e2e/pages/every-page.ts checks that none is missing. */
export const deskPages: Readonly<Record<string, Way>> = {
  overview: '/?whole=1',
  issues: '/issues?whole=1',
  issue: ['/issues?tab=all', ROW],
  alerts: '/alerts?silence=new&whole=1',
  'alert-kinds': '/alerts/rules/new',
  'alert-new': '/alerts/rules/new?kind=search&watch.page=logs',
  'alert-rule': ['/alerts', `${ROW}[href*="error-rate"]`],
  'alert-channels': '/alerts/channels?kind=slack',
  'alert-ownership': '/alerts/ownership',
  'alert-why': '/alerts/why?service=shop',
  grouping: '/grouping?try=1&name=Undefined+values&words=Cannot+read+undefined&last=24h',
  exceptions: '/exceptions?whole=1',
  exceptionsMistake: '/exceptions?q=duration:>1s',
  sessions: '/sessions?whole=1',
  traces: '/traces?whole=1',
  spans: '/traces?show=spans&q=select&whole=1',
  groups: '/traces?show=groups&by=@db.system.name&whole=1',
  compare: '/traces?show=compare&last=7d&whole=1',
  search: '/search',
  logs: '/logs?whole=1',
  'log-patterns': '/logs?patterns=1&whole=1',
  logsMistake: '/logs?q=servce:web',
  services: '/services?whole=1',
  'service-map': '/services?show=map&whole=1',
  service: ['/services', ROW],
  telemetry: ['/services', ROW, 'a[href*="/telemetry"]'],
  durations: '/traces?durations=1&last=7d&whole=1',
  trace: ['/traces?service=checkout&failed=1', ROW],
  'trace-file': '/traces/open',
  'trace-comparison': [
    '/traces?service=checkout&failed=1',
    ROW,
    'a[href^="/traces/compare"]',
    'a[href*="/traces/compare"][href*="&trace="]',
  ],
  'nothing-found': '/digest/k7m2x9qd4r',
  session: ['/issues?tab=all&sort=sessions', ROW, 'a[href^="/sessions/"]'],
  user: ['/issues?tab=all&sort=users', ROW, 'a[href^="/users/"]'],
  releases: '/releases',
  release: ['/releases', ROW],
  noise: '/noise',
  'noise-rule': '/noise/not-found',
  vitals: '/vitals',
  status: '/status',
  parts: '/lab/parts',
  lab: '/lab',
  'not-found': '/nowhere',
  error: '/lab/fail/loader',
  'store-away': '/lab/fail/store-away',
  'last-resort': '/lab/fail/before-render',
}

/** Opens a page and waits until all of it is loaded. @throws {Error} if a list on the way is empty */
export async function openDeskPage(page: Page, url: string, way: Way): Promise<void> {
  const [path, ...links] = typeof way === 'string' ? [way] : way
  await page.goto(url + path)
  await untilLoaded(page)
  for (const link of links) {
    const found = page.getByRole('main').locator(link)
    if ((await found.count()) === 0) throw new Error(`Nothing on ${page.url()} is ${link}: run npm run seed first.`)
    await page.goto(new URL((await found.first().getAttribute('href')) ?? '', page.url()).href)
    await untilLoaded(page)
  }
}

/** A link may be in a part that is loaded after the rest of its page. */
const untilLoaded = (page: Page) => page.locator('[aria-busy]').first().waitFor({ state: 'detached' })

/** Waits until scripts run, which hides the header's button. Standalone pages have neither header nor scripts. */
export async function waitUntilScriptsRun(page: Page): Promise<void> {
  const bar = page.locator('.scope-filters')
  if ((await bar.count()) > 0) await bar.locator('button.visually-hidden').waitFor({ state: 'attached' })
}
