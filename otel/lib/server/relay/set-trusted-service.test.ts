import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RelayRefusal } from './otlp-body.ts'
import { setTrustedService } from './set-trusted-service.ts'

const vouched = (request: unknown) =>
  JSON.parse(
    new TextDecoder().decode(setTrustedService(new TextEncoder().encode(JSON.stringify(request)), 'shop-browser')),
  )
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

test('the service has the relay’s name and is a browser’s, whatever the browser sent', () => {
  const shop = [text('service.name', 'shop-browser'), text('telemetry.sdk.language', 'webjs')]
  const said = [text('service.name', 'shop'), text('a', 'b'), text('telemetry.sdk.language', 'nodejs')]
  expect(
    vouched({
      resourceSpans: [{ resource: { attributes: [...said, text('service.name', 'x')] } }, {}],
    }),
  ).toEqual({
    resourceSpans: [{ resource: { attributes: [...shop, text('a', 'b')] } }, { resource: { attributes: shop } }],
  })
})

test('digest and fingerprint of a browser go, of spans, their events and logs; the rest stays', () => {
  const given = [text('errata.error.digest', 'd'), text('errata.issue.fingerprint', 'f'), text('url.path', '/')]
  const { resourceSpans, resourceLogs } = vouched({
    resourceSpans: [{ scopeSpans: [{ spans: [{ name: 's', attributes: given, events: [{ attributes: given }] }] }] }],
    resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'b' }, attributes: given }] }] }],
  })
  const left = [text('url.path', '/')]
  expect(resourceSpans[0].scopeSpans).toEqual([
    { spans: [{ name: 's', attributes: left, events: [{ attributes: left }] }] },
  ])
  expect(resourceLogs[0].scopeLogs).toEqual([{ logRecords: [{ body: { stringValue: 'b' }, attributes: left }] }])
})

test('whatever JSON comes, it is vouched for or refused as no OTLP', () => {
  const shaped = fc.record(
    {
      resourceSpans: fc.jsonValue(),
      resourceLogs: fc.array(fc.record({ resource: fc.jsonValue(), scopeLogs: fc.jsonValue() })),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(shaped, request => {
      try {
        for (const { resource } of vouched(request).resourceLogs ?? []) {
          expect(resource.attributes[0]).toEqual(text('service.name', 'shop-browser'))
        }
      } catch (error) {
        if (!(error instanceof RelayRefusal)) throw error
        expect(error.statusCode).toBe(400)
      }
    }),
  )
})
