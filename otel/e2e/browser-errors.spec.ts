import { expect, test } from 'vitest'
import { browser, fixture, startFixtureAndBrowser } from './fixture-and-browser.ts'
import { openVisit, type Visit } from './open-visit.ts'

startFixtureAndBrowser()

/** Does something on a page, leaves, and returns every exception of the visit. */
async function exceptionsAfter(path: string, act: (visit: Visit) => Promise<unknown>) {
  await using visit = await openVisit(browser, fixture)
  await visit.open(path)
  await act(visit)
  await visit.finish()
  const exceptions = await visit.exceptions()
  // What an exception happened in may end, and come, after it.
  const isThere = (found: readonly { spanId: string }[], id: string) => found.some(({ spanId }) => spanId === id)
  const spans = await visit.spans(
    found => found.length > 0 && exceptions.every(({ spanId }) => spanId === '' || isThere(found, spanId)),
  )
  return { exceptions, spans }
}

const failed = (visit: Visit) => visit.page.getByRole('heading', { name: 'A client-side exception' }).waitFor()

test.concurrent.for([
  ['fail in a handler', 'RangeError', 'handler broke', 'window.error'],
  ['reject with an Error', 'RangeError', 'nobody handles this', 'unhandledrejection'],
  ['reject with an object', 'Object', 'Object with keys: token, code', 'unhandledrejection'],
  ['reject with a string', 'string', 'plain words', 'unhandledrejection'],
  ['reject with an answer', 'ErrorResponse', '422 Unprocessable Content', 'unhandledrejection'],
  ['fail to render', 'TypeError', 'render broke', 'react.caught'],
  ['client loader', 'Error', 'client loader broke', 'react-router'],
  ['client action', 'Error', 'client action broke', 'react-router'],
] as const)('%s: one exception, whatever hooks see it', async ([press, type, message, source]) => {
  const { exceptions, spans } = await exceptionsAfter('/browser', async visit => {
    // A rejection is told in a task of its own: who leaves before that leaves no error.
    const told = source.startsWith('react') ? undefined : visit.page.waitForEvent('pageerror')
    await visit.press(press)
    await (told ?? failed(visit))
  })

  expect(exceptions).toHaveLength(1)
  const [exception] = exceptions
  expect(exception).toMatchObject({
    severity: 'ERROR',
    attributes: {
      'exception.type': type,
      'exception.message': message,
      'errata.exception.source': source,
      'errata.transaction.route': press.startsWith('client ') ? `/browser/${press.replace(' ', '-')}` : '/browser',
    },
    resource: { 'service.name': 'fixture-browser', 'service.version': '3.2.1' },
  })
  expect(exception?.attributes['log.record.uid']).toMatch(/^[0-9a-f]{32}$/)
  expect(spans.map(span => span.spanId)).toContain(exception?.spanId)
  // The fixture's own source has the text.
  const { 'errata.stack.context': ofSource, ...ofVisit } = exception?.attributes ?? {}
  expect(JSON.stringify({ ...exception, attributes: ofVisit })).not.toContain('s3cr3t-text')
  if (type.endsWith('Error'))
    expect(exception?.attributes['exception.stacktrace']).toContain(`${type}: ${message}\n    at `)
  if (source === 'react.caught') expect(exception?.attributes['errata.react.component_stack']).toContain('\n    at ')
})

test.concurrent('an exception has the visitor’s last actions, without text of the page', async () => {
  const { exceptions } = await exceptionsAfter('/browser', async visit => {
    await visit.press('do nothing')
    await visit.press('fail in a handler')
  })
  const actions: unknown = JSON.parse(exceptions[0]?.attributes['errata.user_actions'] ?? '[]')

  expect(actions).toMatchObject([
    { type: 'click', target: 'button#dead[type=button]' },
    { type: 'click', target: 'button[type=button]' },
  ])
  expect(JSON.stringify(actions)).not.toContain('do nothing')
})

test.concurrent('a form is described by its own id, not by its field of that name', async () => {
  const { exceptions } = await exceptionsAfter('/browser', async visit => {
    await visit.page.evaluate(() => {
      const form = '<form class="odd" onsubmit="return false"><input name="id"><button>odd</button></form>'
      document.body.insertAdjacentHTML('beforeend', form)
    })
    await visit.press('odd')
    await visit.press('fail in a handler')
  })

  expect(JSON.parse(exceptions[0]?.attributes['errata.user_actions'] ?? '[]')).toMatchObject([
    { type: 'click', target: 'button' },
    { type: 'submit', target: 'form.odd' },
    { type: 'click', target: 'button[type=button]' },
  ])
})

test.concurrent('a component that fails while it hydrates is one exception of the page load', async () => {
  const { exceptions, spans } = await exceptionsAfter('/browser/hydration', failed)

  expect(exceptions).toMatchObject([
    {
      attributes: {
        'exception.message': 'hydration broke',
        'errata.transaction.route': '/browser/hydration',
      },
    },
  ])
  expect(spans.find(span => span.spanId === exceptions[0]?.spanId)?.name).toBe('pageload /browser/hydration')
})

test.concurrent('markup that differs from the server is one recovered exception', async () => {
  const { exceptions } = await exceptionsAfter('/browser/mismatch', visit =>
    visit.page.getByRole('heading', { name: 'on the client' }).waitFor(),
  )
  expect(exceptions).toMatchObject([
    { severity: 'WARN', attributes: { 'errata.exception.source': 'react.recoverable' } },
  ])
})

test.concurrent('what no boundary catches is one exception', async () => {
  const { exceptions } = await exceptionsAfter('/browser', async visit => {
    const told = visit.page.waitForEvent('pageerror')
    await visit.page.evaluate(() => window.dispatchEvent(new Event('fixture-break')))
    await told
  })

  expect(exceptions).toMatchObject([
    {
      severity: 'ERROR',
      attributes: {
        'exception.message': 'broke outside of every boundary',
        'errata.exception.source': 'react.uncaught',
      },
    },
  ])
})

test.concurrent('an inline script that fails before the app is there is one exception, without the query of its page', async () => {
  const { exceptions } = await exceptionsAfter('/browser/head?key=s3cr3t-text', async () => {})

  expect(exceptions[0]?.attributes['exception.stacktrace']).toMatch(/\/browser\/head\?key=REDACTED:\d+:\d+/)
  expect(JSON.stringify(exceptions)).not.toContain('s3cr3t-text')
  expect(exceptions).toMatchObject([
    { attributes: { 'exception.message': 'inline script broke', 'errata.exception.source': 'window.error' } },
  ])
})

test.concurrent('a resource that does not load is one exception, without its query values', async () => {
  const { exceptions } = await exceptionsAfter('/browser', async visit => {
    const answered = visit.page.waitForResponse('**/no-image.png*')
    await visit.press('add an image that is missing')
    await (await answered).finished()
  })
  expect(exceptions).toMatchObject([
    {
      attributes: {
        'exception.type': 'ResourceLoadError',
        'exception.message': `img failed to load: ${fixture.url}/no-image.png?key=REDACTED`,
      },
    },
  ])
})

test.concurrent.for([
  ['data:image/png;base64,s3cr3t-text', 'data:'],
  ['http://[', 'http://['],
])('an image from %s that does not load is one exception', async ([src, told]) => {
  const { exceptions } = await exceptionsAfter('/browser', visit =>
    visit.page.evaluate(async address => {
      const image = Object.assign(new Image(), { src: address })
      const failed = new Promise(resolve => image.addEventListener('error', resolve))
      document.body.append(image)
      await failed
    }, src),
  )

  expect(exceptions).toMatchObject([
    { attributes: { 'exception.message': `img failed to load: ${told}`, 'url.full': told } },
  ])
})

test.concurrent('what the page breaks of ours costs a signal, and is no error of the app', async () => {
  await using visit = await openVisit(browser, fixture)
  const pageErrors: string[] = []
  visit.page.on('pageerror', error => pageErrors.push(error.message))
  await visit.open('/browser')
  await visit.page.evaluate(() => {
    Element.prototype.closest = () => {
      throw new Error('closest is broken')
    }
  })
  await visit.press('do nothing')
  await visit.press('reject with a string')
  await visit.finish()

  expect((await visit.exceptions()).map(({ attributes }) => attributes['exception.message'])).toEqual(['plain words'])
  expect(pageErrors).toEqual(['plain words'])
})

test.concurrent('a browser in which telemetry cannot start gets the app all the same', async () => {
  const context = await browser.newContext({ baseURL: fixture.url })
  const page = await context.newPage()
  await page.addInitScript(() => {
    performance.getEntriesByType = () => {
      throw new Error('no timing')
    }
  })
  await page.goto('/browser')
  await page.evaluate(() => {
    document.documentElement.dataset['same'] = 'document'
  })
  await page.getByRole('button', { name: 'navigate to an object' }).click()
  await page.getByRole('heading', { name: 'Item 8' }).waitFor()
  const same = await page.evaluate(() => document.documentElement.dataset['same'])
  await context.close()

  expect(same).toBe('document')
})

test.concurrent('what the content security policy blocks is one exception', async () => {
  const { exceptions } = await exceptionsAfter('/browser/policy', async visit => {
    // The violation is told in a task of its own, as the browser's report on the console is.
    const told = visit.page.waitForEvent('console', message => message.text().includes('Content Security Policy'))
    await visit.press('add an image')
    await told
  })

  expect(exceptions.filter(({ attributes }) => attributes['errata.exception.source'] === 'csp')).toMatchObject([
    { attributes: { 'exception.type': 'SecurityPolicyViolation', 'exception.message': /^img-src blocked / } },
  ])
})

test.concurrent('a route module that cannot be loaded is one exception, though the router reloads the page', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.page.route('**/assets/browser-chunk-*.js', route => route.abort(), { times: 1 })
  const reloaded = visit.page.waitForEvent('load')
  await visit.press('chunk')
  await reloaded
  await visit.finish()
  const exceptions = await visit.exceptions()

  expect(exceptions).toMatchObject([
    { attributes: { 'exception.type': 'TypeError', 'errata.exception.source': 'route-module' } },
  ])
  expect(exceptions[0]?.attributes['exception.message']).toContain('dynamically imported module')
})

test.concurrent("a server's error is an exception of the server alone", async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('failing loader')
  await visit.page.getByRole('heading', { name: 'A server-side exception' }).waitFor()
  await visit.finish()
  const spans = await visit.spans(found => found.some(span => span.name.startsWith('navigation ')))
  const navigation = spans.find(span => span.name.startsWith('navigation '))
  const exceptions = await fixture.exceptionsOf(navigation?.traceId ?? '')

  expect(navigation).toMatchObject({
    name: 'navigation /fail/loader',
    status: 'Error',
    attributes: { 'error.type': '500' },
  })
  expect(exceptions.map(({ service }) => service)).toEqual(['fixture'])
})

test.concurrent('where no digest can travel, the page quotes the trace of the navigation', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.press('deferred')
  const quoted = await visit.page.getByTestId('trace').textContent()
  await visit.finish()
  const spans = await visit.spans(found => found.some(span => span.name.startsWith('navigation ')))
  const exceptions = await fixture.exceptionsOf(quoted ?? '')

  expect(quoted).toBe(spans.find(span => span.name.startsWith('navigation '))?.traceId)
  expect(exceptions.map(({ service }) => service)).toEqual(['fixture'])
})

test.concurrent('whatever a promise is rejected with is one exception, told apart', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  await visit.page.evaluate(async () => {
    const trap = () => {
      throw new TypeError('trap')
    }
    const rejections: (() => unknown)[] = [
      () => Promise.reject(new CustomEvent('card-failed')),
      () => Promise.reject(new ErrorEvent('error', { message: 'worker died', error: new RangeError('inner') })),
      () => Promise.reject(document.createElement('main')),
      () => Promise.reject(new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap })),
      () => Promise.any([Promise.reject(new TypeError('mirror one')), Promise.reject(new RangeError('mirror two'))]),
      () =>
        new Promise((_, reject) => {
          const script = Object.assign(document.createElement('script'), { onerror: reject, src: '/no-such.js' })
          document.body.append(script)
        }),
    ]
    for (const reject of rejections) {
      const told = new Promise(resolve => window.addEventListener('unhandledrejection', resolve, { once: true }))
      reject()
      await told
    }
  })
  await visit.finish()
  const exceptions = (await visit.exceptions(6))
    .map(({ attributes }) => attributes)
    .filter(attributes => attributes['errata.exception.source'] === 'unhandledrejection')

  expect(exceptions.map(attributes => [attributes['exception.type'], attributes['exception.message']])).toEqual([
    ['CustomEvent', 'card-failed event'],
    ['ErrorEvent', 'worker died'],
    ['HTMLElement', 'main'],
    ['Object', 'Object that cannot be read'],
    ['AggregateError', 'All promises were rejected'],
    ['Event', `error event of script ${fixture.url}/no-such.js`],
  ])
  expect(exceptions.map(attributes => attributes['errata.exception.causes']?.match(/inner|mirror \w+/g))).toEqual([
    undefined,
    ['inner', 'inner'],
    undefined,
    undefined,
    ['mirror one', 'mirror one', 'mirror two', 'mirror two'],
    undefined,
  ])
})

test.concurrent('the same error 1,500 times is four records in a few posts, three console lines, and counted', async () => {
  await using visit = await openVisit(browser, fixture)
  await visit.open('/browser')
  const said: string[] = []
  visit.page.on('console', message => message.text().startsWith('Client-side exception') && said.push(message.text()))
  let posts = 0
  visit.page.on('request', request => request.url().endsWith('/otlp/v1/logs') && posts++)
  await visit.page.evaluate(async () => {
    for (let i = 0; i < 1_500; i++) setTimeout(() => Promise.reject(new RangeError('in a loop')))
    await new Promise(resolve => setTimeout(resolve, 1_000))
  })
  await visit.finish()
  const exceptions = await visit.exceptions(4)

  expect(exceptions.map(({ attributes }) => attributes['errata.exception.repeats'])).toEqual([
    undefined,
    undefined,
    undefined,
    '1496',
  ])
  expect(said).toHaveLength(3)
  expect(posts).toBeLessThan(6)
})

test.concurrent('a ResizeObserver loop is reported, and the Collector drops it', async () => {
  await using visit = await openVisit(browser, fixture)
  // Uncompressed, so that what is sent can be read here.
  await visit.page.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'))
  await visit.open('/browser')
  const sent = visit.page.waitForRequest(request => request.postData()?.includes('ResizeObserver loop') === true)
  await visit.press('resize in a loop')
  await sent
  await visit.press('fail in a handler')
  await visit.finish()

  expect((await visit.exceptions()).map(({ attributes }) => attributes['exception.message'])).toEqual(['handler broke'])
})
