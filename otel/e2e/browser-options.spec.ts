import { ROOT_CONTEXT } from '@opentelemetry/api'
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { poll } from '../../test/poll.ts'
import { named, starting } from './find-spans.ts'
import { browser, fixture, openVisitWith, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type Visit, type VisitedLog } from './open-visit.ts'

startFixtureAndBrowser()

const storedSession = (visit: Visit) => visit.page.evaluate(() => sessionStorage.getItem('errata.session'))
const messages = (logs: readonly VisitedLog[]) => logs.map(({ attributes }) => attributes['exception.message'])

test.concurrent('the user that the app sets is on every later span and log', async () => {
  await using visit = await openVisitWith(() => {
    window.fixtureOptions = { user: () => document.documentElement.dataset['user'] }
  })
  await visit.open('/browser')
  await visit.page.evaluate(() => {
    document.documentElement.dataset['user'] = 'ada'
  })
  await visit.press('record a span')
  await visit.press('fail in a handler')
  await visit.finish()
  const spans = await visit.spans(found => named(found, 'app work').length > 0)
  const [exception] = await visit.exceptions()

  expect(starting(spans, 'pageload ')[0]?.attributes['user.id']).toBeUndefined()
  expect(named(spans, 'app work')[0]?.attributes['user.id']).toBe('ada')
  expect(exception?.attributes['user.id']).toBe('ada')
  expect(exception?.resource['user_agent.original']).toContain('Mozilla')
})

test.concurrent.for([
  [
    'is refused',
    () => {
      window.fixtureOptions = { user: () => 'ada', consent: () => false }
    },
  ],
  [
    'cannot be asked for',
    () => {
      window.fixtureOptions = {
        user: () => 'ada',
        consent: () => {
          throw new Error('the banner is broken')
        },
      }
    },
  ],
] as const)('where consent %s, nothing says who visits and nothing is kept in the browser', async ([, setOptions]) => {
  await using visit = await openVisitWith(setOptions)
  await visit.open('/browser')
  await visit.press('fail in a handler')
  await visit.finish()
  const spans = (await visit.spans(found => found.length > 0)).filter(({ service }) => service === 'fixture-browser')
  const logs = await visit.logs(found => found.some(({ eventName }) => eventName === 'exception'))
  await visit.page.goto('/livez')

  expect(await storedSession(visit)).toBeNull()
  expect(starting(spans, 'pageload ')).toHaveLength(1)
  for (const { attributes, resource } of [...spans, ...logs]) {
    expect(attributes['user.id']).toBeUndefined()
    expect(resource['user_agent.original']).toBeUndefined()
  }
})

test.concurrent('consent counts from when it is given until it is withdrawn', async () => {
  await using visit = await openVisitWith(() => {
    window.fixtureOptions = {
      user: () => 'ada',
      consent: () => document.documentElement.dataset['consent'] === 'given',
    }
  })
  const say = (consent: string) =>
    visit.page.evaluate(word => {
      document.documentElement.dataset['consent'] = word
    }, consent)
  await visit.open('/browser')
  await say('given')
  await visit.press('fail in a handler')
  const keptMeanwhile = await storedSession(visit)
  await visit.exceptions()
  await say('withdrawn')
  await visit.press('reject with a string')
  await visit.finish()
  const told = (await visit.exceptions(2)).map(({ attributes, resource }) => [
    attributes['exception.message'],
    attributes['user.id'],
    'user_agent.original' in resource,
  ])
  await visit.page.goto('/livez')

  expect(told).toEqual([
    ['handler broke', 'ada', true],
    ['plain words', undefined, false],
  ])
  expect(keptMeanwhile).not.toBeNull()
  expect(await storedSession(visit)).toBeNull()
})

test.concurrent('a sample ratio keeps and drops the same traces in the browser as on the server', async () => {
  await using server = await fixture.startAnother({ sampleRatio: '0.5' })
  await using visit = await openVisitWith(() => {
    window.fixtureOptions = { sampleRatio: 0.5 }
  }, server)
  await visit.open('/browser', 'logs')
  const traceIds = new Set<string>()
  const flags = new Map<string | undefined, string | undefined>()
  for (let i = 0; i < 16; i++) {
    const answered = visit.page.waitForResponse('**/browser.data*')
    await visit.press('revalidate')
    await (await answered).finished()
    const [, traceId, , flag] = (await answered).request().headers()['traceparent']?.split('-') ?? []
    flags.set(traceId, flag)
    traceIds.add(await visit.page.evaluate(() => window.__errataPage?.() ?? ''))
  }
  await visit.finish()
  const half = new TraceIdRatioBasedSampler(0.5)
  const isKept = (id: string) => half.shouldSample(ROOT_CONTEXT, id).decision === SamplingDecision.RECORD_AND_SAMPLED
  const kept = [...traceIds].filter(isKept).map(id => `${id} fixture,fixture-browser`)
  const stored = async () =>
    (
      await fixture.ask<{
        line: string
      }>(`SELECT concat(TraceId, ' ', arrayStringConcat(arraySort(groupUniqArray(ServiceName)), ','))
      AS line FROM otel_traces WHERE TraceId IN ('${[...traceIds].join("','")}') GROUP BY TraceId`)
    ).map(({ line }) => line)

  expect(traceIds.size).toBeGreaterThan(8)
  const found = await poll(stored, lines => kept.every(line => lines.includes(line)), 60_000)
  expect(found.sort()).toEqual(kept.sort())
  // Whoever is handed a trace and obeys its flag keeps the same ones.
  expect([...flags]).toEqual([...traceIds].map(id => [id, isKept(id) ? '01' : '00']))
})

test.concurrent('requests to an origin that is allowed are traced, to another not', async () => {
  await using allowed = await fixture.startAnother()
  await using other = await fixture.startAnother()
  await using visit = await openVisit(browser, fixture)
  await visit.page.addInitScript(origin => {
    window.fixtureOptions = { traceOrigins: [origin] }
  }, allowed.url)
  await visit.open('/browser')
  const parents = async (url: string) => {
    const asked = visit.page.waitForRequest(request => request.url() === url && request.method() === 'GET')
    await visit.page.evaluate(address => fetch(address).then(response => response.text()), url)
    return (await asked).headers()['traceparent']
  }
  const notTraced = await parents(`${other.url}/api/ok?key=s3cr3t-text`)
  const traced = await parents(`${allowed.url}/api/ok?key=s3cr3t-text`)
  await visit.finish()
  const spans = await visit.spans(found => found.some(span => span.attributes['url.full']?.startsWith(allowed.url)))
  const requests = spans.filter(span => span.attributes['url.full']?.includes('/api/ok'))
  const linked = () =>
    fixture.ask<{ port: string }>(`SELECT SpanAttributes['server.port'] AS port FROM otel_traces FINAL
      WHERE has(Links.TraceId, '${requests[0]?.traceId}') AND SpanName = 'GET /api/ok'`)

  expect(requests).toMatchObject([
    { name: 'GET', kind: 'Client', attributes: { 'url.full': `${allowed.url}/api/ok?key=REDACTED` } },
  ])
  expect(traced).toBe(`00-${requests[0]?.traceId}-${requests[0]?.spanId}-01`)
  expect(notTraced).toBeUndefined()
  expect(await poll(linked, found => found.length > 0, 60_000)).toEqual([{ port: new URL(allowed.url).port }])
})

test.concurrent('an error of a trace that is dropped is kept', async () => {
  await using visit = await openVisitWith(() => {
    window.fixtureOptions = { sampleRatio: 0 }
  })
  await visit.open('/browser', 'logs')
  await visit.press('fail in a handler')
  await visit.finish()
  const [exception, ...others] = await visit.exceptions()
  const spans = await fixture.spansOf(exception?.traceId ?? '')

  expect(others).toEqual([])
  expect(spans.map(({ service }) => service)).not.toContain('fixture-browser')
})

test.concurrent('beforeSend may change everything in a span or a log', async () => {
  await using visit = await openVisitWith(() => {
    window.fixtureOptions = {
      user: () => 'ada',
      beforeSend({ signal, attributes }) {
        attributes['user.id'] = `${attributes['user.id']} of a ${signal}`
        if ('url.full' in attributes) attributes['url.full'] = 'hidden'
        if ('exception.message' in attributes) delete attributes['exception.message']
        return true
      },
    }
  })
  await visit.open('/browser')
  await visit.press('fail in a handler')
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'pageload ').length > 0)
  const [exception] = await visit.exceptions()

  expect(starting(spans, 'pageload ')).toMatchObject([
    { attributes: { 'user.id': 'ada of a span', 'url.full': 'hidden' } },
  ])
  expect(exception?.attributes).toMatchObject({ 'user.id': 'ada of a log', 'exception.type': 'RangeError' })
  expect(exception?.attributes['exception.message']).toBeUndefined()
})

test.concurrent('what beforeSend answers false to is not sent', async () => {
  await using visit = await openVisitWith(() => {
    window.fixtureOptions = {
      beforeSend: ({ name, attributes }) =>
        name !== 'app detail' && attributes['exception.message'] !== 'handler broke',
    }
  })
  await visit.open('/browser')
  for (const press of ['record a span', 'fail in a handler', 'reject with a string']) await visit.press(press)
  await visit.finish()
  const spans = await visit.spans(found => starting(found, 'app ').length > 0)

  expect(starting(spans, 'app ').map(({ name }) => name)).toEqual(['app work'])
  expect(messages(await visit.exceptions())).toEqual(['plain words'])
})
