import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type VisitedLog } from './open-visit.ts'

startFixtureAndBrowser()

const of = (logs: readonly VisitedLog[], eventName: string) => logs.filter(log => log.eventName === eventName)
const clicksOf = (logs: readonly VisitedLog[]) =>
  of(logs, 'browser.user_action.click').map(({ attributes }) => [
    attributes['errata.click.kind'],
    attributes['errata.click.target'],
  ])

test('a visit has each of the five vitals, attributed, on the page load', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('keep the page busy')
  await visit.press('item')
  await visit.page.getByRole('heading', { name: 'Item 7' }).waitFor()
  await visit.finish()
  const spans = await visit.spans(found => found.some(span => span.name.startsWith('pageload ')))
  const pageLoad = spans.find(span => span.name.startsWith('pageload '))
  const names = ['cls', 'fcp', 'inp', 'lcp', 'ttfb']
  const isVital = (name: string) => (log: VisitedLog) => log.attributes['browser.web_vital.name'] === name
  const vitals = of(await visit.logs(logs => names.every(name => logs.some(isVital(name)))), 'browser.web_vital')
  // One whose value still changes while the page goes away is told again.
  const vital = (name: string) =>
    vitals.findLast(log => log.attributes['browser.web_vital.name'] === name)?.attributes ?? {}

  expect(new Set(vitals.map(log => log.attributes['browser.web_vital.name']))).toEqual(new Set(names))
  expect(new Set(vitals.map(log => log.spanId))).toEqual(new Set([pageLoad?.spanId]))
  expect(vital('lcp')['errata.web_vital.target']).toBeTruthy()
  expect(vital('inp')['errata.web_vital.interaction_target']).toBeTruthy()
  expect(Number(vital('inp')['browser.web_vital.value'])).toBeGreaterThan(200)
  expect(vital('inp')['browser.web_vital.rating']).not.toBe('good')
})

test.concurrent.for(['pointerdown', 'pointerup', 'click', 'keydown', 'keyup'])(
  'INP has the element that the interaction removes at its %s',
  async type => {
    await using visit = await openVisit(browser, fixture)
    await visit.open('/browser')
    const button = visit.page.locator('#dead')
    await button.evaluate((element, type) => {
      const removeLate = () => {
        for (const until = performance.now() + 300; performance.now() < until; );
        element.remove()
      }
      element.addEventListener(type, removeLate)
    }, type)
    await button.focus()
    if (type.startsWith('key')) await visit.page.keyboard.press('x')
    else {
      const { x = 0, y = 0 } = (await button.boundingBox()) ?? {}
      await visit.page.mouse.click(x + 5, y + 5)
    }
    await button.waitFor({ state: 'detached' })
    await visit.finish()
    const isInp = ({ attributes }: VisitedLog) => attributes['browser.web_vital.name'] === 'inp'
    const inp = (await visit.logs(logs => logs.some(isInp))).findLast(isInp)

    expect(inp?.attributes['errata.web_vital.interaction_target']).toBe('button#dead[type=button]')
  },
)

test('a long animation frame is recorded with its script', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('keep the page busy')
  const isBusy = ({ attributes }: VisitedLog) => Number(attributes['errata.long_animation_frame.duration']) >= 300
  const frames = of(await visit.logs(logs => logs.some(isBusy)), 'errata.long_animation_frame').filter(isBusy)

  // On a busy machine other frames are as long, some without a script of ours.
  const scripts = frames.map(({ attributes }) => attributes['errata.long_animation_frame.script_url'])
  expect(scripts).toContainEqual(expect.stringContaining('/assets/'))
})

test('a click after which nothing happens is dead, three at once are rage, one that fails is an error', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.page.locator('#dead').click({ clickCount: 3 })
  await visit.logs(logs => clicksOf(logs).length >= 2)
  await visit.press('fail in a handler')
  await visit.finish()
  const logs = await visit.logs(found => clicksOf(found).length >= 3)

  expect(clicksOf(logs)).toEqual([
    ['rage', 'button#dead[type=button]'],
    ['dead', 'button#dead[type=button]'],
    ['error', 'button[type=button]'],
  ])
})

test('a session begins once, spans page loads, and its end is recorded', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.open('/shop/books/items/7')
  await visit.finish()
  const logs = await visit.logs(found => of(found, 'errata.page.visibility').length >= 2)

  expect(of(logs, 'session.start')).toHaveLength(1)
  expect(of(logs, 'session.end')).toHaveLength(0)
  expect(new Set(of(logs, 'errata.page.visibility').map(log => log.attributes['errata.page.visibility']))).toEqual(
    new Set(['hidden']),
  )
})

test('after half an hour without an action the next one ends the session and begins another', {
  timeout: 300_000,
}, async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  const [id = '', activeAtMs = ''] =
    (await visit.page.evaluate(() => sessionStorage.getItem('errata.session')))?.split(' ') ?? []
  await visit.finish()
  await visit.page.goto('/livez')
  await visit.page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    'errata.session',
    `${id} ${Number(activeAtMs) - 31 * 60_000}`,
  ] as const)
  await visit.open('/browser')
  const logs = await visit.logs(found => of(found, 'session.start').length > 0)

  expect(of(logs, 'session.start')[0]?.attributes['session.previous_id']).toBe(id)
  expect(of(logs, 'session.start')[0]?.attributes['session.id']).not.toBe(id)

  const ends = () =>
    fixture.ask<{ atMs: string }>(`SELECT toString(toUnixTimestamp64Milli(Timestamp)) AS atMs FROM otel_logs FINAL
      WHERE EventName = 'session.end' AND LogAttributes['session.id'] = '${id}'`)
  const ended = await poll(ends, found => found.length > 0, 60_000)
  expect(ended.map(({ atMs }) => Number(atMs))).toEqual([Number(activeAtMs) - 31 * 60_000])
})
